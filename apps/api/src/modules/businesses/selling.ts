import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type SwitchSelling, updateUser } from '../identity/index.ts';
import { findOrdersAndHolds, listOwnedBusinesses, setBusiness } from './businesses.queries.ts';
import { buildEnd, changeMember, type ListSalePlaces } from './members.ts';

/** Called in the transaction in which a business begins or ends to sell: its products go on or off sale with it. */
export type OnSellingChanged = (trx: Trx, businessId: number, isSelling: boolean, now: Date) => Promise<void>;

interface SellingChange {
  /** Founded by the user of this id; by others when somebody else owns it. */
  businessId: number;
  isFounder: boolean;
  isSelling: boolean;
  now: Date;
}

/** Refused while the business has open orders or holds. */
export async function setBusinessSelling(
  trx: Trx,
  { businessId, isFounder, isSelling, now }: SellingChange,
  onSellingChanged: OnSellingChanged,
): Promise<void> {
  // The business of a founder follows their switch.
  if (isFounder) await updateUser(trx, businessId, { is_seller: isSelling });
  else await setBusiness(trx, businessId, { is_selling: isSelling });
  await onSellingChanged(trx, businessId, isSelling, now);
  // Checked after everything is off sale: that step waits for concurrent holds, so theirs are seen here.
  if (isSelling) return;
  const { orders, holds } = await findOrdersAndHolds(trx, businessId);
  if (orders) throw new AppError('conflict', { message: 'identity.hasOpenOrders' });
  if (holds) throw new AppError('conflict', { message: 'identity.hasPendingPayments' });
}

/**
 * Off: a business with another owner goes on without this one, others end; who founded it hands it over by leaving it,
 * which takes a proof. On: what ended begins again, or the user
 * founds a business.
 */
export const createSellingSwitch =
  (
    context: Context,
    hooks: { listSalePlaces: ListSalePlaces; onSellingChanged: OnSellingChanged },
  ): SwitchSelling =>
  async (trx, actor, isSelling) => {
    const now = context.clock.now();
    const owned = await listOwnedBusinesses(trx, actor.id);
    const changed = owned.filter((business) => business.is_selling !== isSelling);
    const isFounding = isSelling && owned.length === 0;
    if (isFounding && actor.hasHandedOver) throw new AppError('conflict', { message: 'identity.handedOver' });
    if (isFounding)
      await setBusinessSelling(
        trx,
        { businessId: actor.id, isFounder: true, isSelling, now },
        hooks.onSellingChanged,
      );
    for (const { id: businessId, member_id: memberId, has_other_owner: hasOtherOwner } of changed) {
      const isFounder = businessId === actor.id && !actor.hasHandedOver;
      if (!isSelling && hasOtherOwner && isFounder)
        throw new AppError('conflict', { message: 'businesses.leaveByProof' });
      if (!isSelling && hasOtherOwner)
        await changeMember(
          context,
          trx,
          buildEnd(context, actor, { businessId, memberId }),
          hooks.listSalePlaces,
        );
      else await setBusinessSelling(trx, { businessId, isFounder, isSelling, now }, hooks.onSellingChanged);
    }
    return isFounding || changed.length > 0;
  };
