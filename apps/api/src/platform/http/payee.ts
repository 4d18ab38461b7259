import { hasMemberRight, type MemberRight, type MovementRole, movementRoles } from '@wopack/contract';
import { AppError } from './app-error.ts';
import type { Actor } from './route.ts';

/** Whose money a call is about: the user's own in every role, or that of a business as seller alone. */
export interface Payee {
  userId: number;
  isBusiness: boolean;
  roles: readonly MovementRole[];
  /** Of a business that they handed over they read the statements of their time. */
  hasHandedOver: boolean;
}

/** A statement, or a document over its commission. */
interface PayeeDocument {
  user_id: number;
  role: MovementRole;
  /** Of the time before the business was handed over. */
  is_founders: boolean;
}

/** What is stored of a seller by the id of who handed their business over is not theirs. */
const listOwnRoles = ({ hasHandedOver }: Actor): readonly MovementRole[] =>
  hasHandedOver ? ['buyer', 'partner'] : movementRoles;

/** What belongs to the whole business is for members with all of its sale places. */
const mayActForBusiness = ({ member }: Actor, businessId: number, right: MemberRight): boolean =>
  member?.businessId === businessId && member.salePlaceIds === null && hasMemberRight(member.role, right);

/** Without a business, the user's own money, as for whoever knows no members. */
export function choosePayee(actor: Actor, businessId: number | undefined, right: MemberRight): Payee {
  const { id: userId, hasHandedOver } = actor;
  if (businessId === undefined)
    return { userId, isBusiness: false, roles: listOwnRoles(actor), hasHandedOver };
  if (!mayActForBusiness(actor, businessId, right)) throw new AppError('notAllowed');
  return { userId: businessId, isBusiness: true, roles: ['seller'], hasHandedOver: false };
}

/** Whether the user reads a document of a business as who handed it over alone. */
export const readsAsFounder = (actor: Actor, document: PayeeDocument): boolean =>
  actor.hasHandedOver &&
  document.user_id === actor.id &&
  document.role === 'seller' &&
  document.is_founders &&
  !mayActForBusiness(actor, document.user_id, 'money.view');

/** Whether a document of the seller is one that the user may read. */
export const mayReadAs = (actor: Actor, document: PayeeDocument): boolean =>
  (document.user_id === actor.id && listOwnRoles(actor).includes(document.role)) ||
  (document.role === 'seller' && mayActForBusiness(actor, document.user_id, 'money.view')) ||
  readsAsFounder(actor, document);

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
