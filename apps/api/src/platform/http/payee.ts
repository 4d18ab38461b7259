import { hasMemberRight, type MemberRight } from '@wopack/contract';
import { AppError } from './app-error.ts';
import type { Actor } from './route.ts';

export type PayeeRole = 'buyer' | 'seller' | 'partner';

/** Whose money a call is about: the user's own in every role, or that of a business as seller alone. */
export interface Payee {
  userId: number;
  isBusiness: boolean;
  roles: readonly PayeeRole[];
}

/** What is stored of a seller by the id of who handed their business over is not theirs. */
const listOwnRoles = ({ hasHandedOver }: Actor): readonly PayeeRole[] =>
  hasHandedOver ? ['buyer', 'partner'] : ['buyer', 'seller', 'partner'];

/** What belongs to the whole business is for members with all of its sale places. */
const mayActForBusiness = ({ member }: Actor, businessId: number, right: MemberRight): boolean =>
  member?.businessId === businessId && member.salePlaceIds === null && hasMemberRight(member.role, right);

/** Without a business, the user's own money, as for whoever knows no members. */
export function choosePayee(actor: Actor, businessId: number | undefined, right: MemberRight): Payee {
  if (businessId === undefined) return { userId: actor.id, isBusiness: false, roles: listOwnRoles(actor) };
  if (!mayActForBusiness(actor, businessId, right)) throw new AppError('notAllowed');
  return { userId: businessId, isBusiness: true, roles: ['seller'] };
}

/** Whether a document of the seller is one that the user may read. */
export const mayReadAs = (actor: Actor, { user_id, role }: { user_id: number; role: PayeeRole }): boolean =>
  (user_id === actor.id && listOwnRoles(actor).includes(role)) ||
  (role === 'seller' && mayActForBusiness(actor, user_id, 'money.view'));

/**
 * The payee whose legal identity and payout account a change is about. Whoever handed their business over keeps none of
 * their own: those by their id are the business's.
 */
export function chooseChangedPayee(actor: Actor, businessId: number | undefined): Payee {
  const payee = choosePayee(actor, businessId, 'money.manage');
  if (!payee.isBusiness && actor.hasHandedOver)
    throw new AppError('conflict', { message: 'identity.handedOver' });
  return payee;
}
