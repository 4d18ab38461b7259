import { hasMemberRight, type MemberRight } from '@wopack/contract';
import { AppError } from './app-error.ts';
import type { Actor } from './route.ts';

/** Whose money a call is about: the user's own in every role, or that of a business as seller alone. */
export interface Payee {
  userId: number;
  isBusiness: boolean;
}

/** What belongs to the whole business is for members with all of its sale places. */
const mayActForBusiness = ({ member }: Actor, businessId: number, right: MemberRight): boolean =>
  member?.businessId === businessId && member.salePlaceIds === null && hasMemberRight(member.role, right);

/** Without a business, the user's own money, as for whoever knows no members. */
export function choosePayee(actor: Actor, businessId: number | undefined, right: MemberRight): Payee {
  if (businessId === undefined) return { userId: actor.id, isBusiness: false };
  if (!mayActForBusiness(actor, businessId, right)) throw new AppError('notAllowed');
  return { userId: businessId, isBusiness: true };
}

/** Whether a document of the seller is one that the user may read. */
export const mayReadAs = (actor: Actor, { user_id, role }: { user_id: number; role: string }): boolean =>
  user_id === actor.id || (role === 'seller' && mayActForBusiness(actor, user_id, 'money.view'));
