import type { endpoints } from '@wopack/contract';
import { canHandOut } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Db, Trx } from '../../../platform/db/database.ts';
import { AppError, createValidationError, type FieldErrors } from '../../../platform/http/app-error.ts';
import type { Call, MemberActor, PartiallyValidCall } from '../../../platform/http/route.ts';
import { type CounterPerson, listCounterPeople, recordActivity } from '../../businesses/index.ts';
import { listMySalePlacesWithRemoved } from '../../sale-places/index.ts';
import { notifyOfFriendPickup } from '../friend/friend-orders.ts';
import { buildSellerOrderView, describeHandOut } from '../order-view.ts';
import {
  checkTransition,
  MAX_WRONG_PINS,
  pinWaitOverFor,
  pinWaitUntil,
  wrongPinsCountAfter,
} from '../orders.rules.ts';
import { findOpenByPin, findSellerOrder } from '../seller/seller-orders.queries.ts';
import { markHandedOut } from './mark-handed-out.ts';
import {
  findDisputeOutcome,
  lastWrongPinAt,
  lockSellerOrder,
  recordPinAttempt,
  removeLastPinAttempt,
} from './pins.queries.ts';
import { hashPin } from './pins.ts';

export async function checkPin(context: Context, { actor, body, language }: Call<typeof endpoints.checkPin>) {
  const [salePlace] = await listMySalePlacesWithRemoved(context.db, actor.member, body.sale_place_id);
  if (!salePlace) throw new AppError('notFound');
  if (body.order_id !== undefined)
    await assertTicketOfSalePlace(context, { actor, language }, salePlace.id, body.order_id);
  const order = await tryPin(context, salePlace.id, async (trx) => {
    const hash = hashPin(context.secrets, salePlace.id, body.pin);
    const match = await findOpenByPin(trx, actor.member, salePlace.id, hash);
    return match && (body.order_id === undefined || match.id === body.order_id) ? match : null;
  });
  assertOfAnother(order, actor);
  return { data: buildSellerOrderView(order, { actor, language }, context.clock.now()) };
}

/**
 * A scanned ticket that cannot be of an open order here is refused before its PIN is compared: it is a mistake of its
 * buyer, and no try of a PIN.
 */
async function assertTicketOfSalePlace(
  { db }: Context,
  { actor, language }: Pick<Call<typeof endpoints.checkPin>, 'actor' | 'language'>,
  salePlaceId: number,
  orderId: number,
): Promise<void> {
  const order = await findSellerOrder(db, actor.member, orderId);
  if (!order) throw new AppError('notFound', { message: 'orders.ticketOfAnotherSeller' });
  if (order.sale_place_id !== salePlaceId)
    throw new AppError('conflict', {
      message: 'orders.ticketOfAnotherSalePlace',
      values: { place: order.place_name },
    });
  if (order.state === 'collected')
    throw new AppError('conflict', {
      message: 'orders.handedOutBefore',
      values: { details: describeHandOut(order, actor, language) },
    });
  if (order.state !== 'paid') throw new AppError('conflict', { message: 'orders.notOpen' });
}

export const validateHandOut = ({
  actor,
  body,
}: PartiallyValidCall<typeof endpoints.handOut>): FieldErrors => ({
  person: actor.device?.asksName === true && body.person === undefined && 'orders.choosePerson',
});

/** The member who calls, or who was chosen at a device. */
async function getPerson(
  db: Db,
  actor: MemberActor,
  chosen: CounterPerson | undefined,
): Promise<CounterPerson | null> {
  const { device } = actor;
  if (!device) return { kind: 'member', id: actor.id };
  if (!chosen) return null;
  const people = await listCounterPeople(db, { ...actor, device });
  if (!people.some((person) => person.kind === chosen.kind && person.id === chosen.id))
    throw createValidationError('person', 'orders.choosePerson');
  return chosen;
}

/** Whoever hands out an own order could say that they got it, and be the only one to know. */
function assertOfAnother(order: { user_id: number }, actor: { id: number }): void {
  if (order.user_id === actor.id) throw new AppError('notAllowed', { message: 'orders.ownOrder' });
}

export async function handOut(
  context: Context,
  { actor, params, body, language }: Call<typeof endpoints.handOut>,
) {
  const { db, clock } = context;
  const requestedOrder = await findSellerOrder(db, actor.member, params.id);
  if (!requestedOrder) throw new AppError('notFound');
  assertOfAnother(requestedOrder, actor);
  const person = await getPerson(db, actor, body.person);
  if (person?.kind === 'member') assertOfAnother(requestedOrder, person);
  await tryPin(context, requestedOrder.sale_place_id, async (trx, now) => {
    const order = (await lockSellerOrder(trx, actor.member, params.id))!;
    const triedHash = hashPin(context.secrets, order.sale_place_id, body.pin);
    if (!triedHash.equals(order.pin_hash)) return null;
    const transition = checkTransition(order.state, 'collected');
    if (transition === 'no') throw new AppError('conflict', { message: 'orders.notOpen' });
    if (transition === 'yes') {
      if ((await findDisputeOutcome(trx, order.payment_id)) === 'lost')
        throw new AppError('conflict', { message: 'orders.disputeLost' });
      if (!canHandOut(now, order.pickup_start, order.pickup_end)) {
        throw new AppError('conflict', { message: 'orders.outsideHandOutTime' });
      }
      const deviceId = actor.device?.id ?? null;
      await markHandedOut(context, trx, {
        orderId: order.id,
        units: body.quantity,
        at: now,
        person,
        deviceId,
      });
      await recordActivity(trx, actor, {
        person,
        kind: 'handed_out',
        salePlaceId: order.sale_place_id,
        productId: requestedOrder.product_id,
        orderId: order.id,
        now,
      });
      await notifyOfFriendPickup(context, trx, order);
    } else if (body.quantity !== undefined && body.quantity !== order.handed_out_quantity) {
      // Another number is no repeated call.
      const handedOut = (await findSellerOrder(db, actor.member, order.id))!;
      throw new AppError('conflict', {
        message: 'orders.packsHandedOutBefore',
        values: {
          count: order.handed_out_quantity ?? 0,
          details: describeHandOut(handedOut, actor, language),
        },
      });
    }
    return order.id;
  });
  const updated = (await findSellerOrder(db, actor.member, params.id))!;
  return { data: buildSellerOrderView(updated, { actor, language }, clock.now()) };
}

/**
 * Lets a seller try a PIN at a sale place. `attempt` returns null for a wrong one. Every attempt is counted before it is
 * compared; a right one is removed from the count and leaves the wrong ones before it.
 */
async function tryPin<T>(
  { db, clock }: Context,
  salePlaceId: number,
  attempt: (trx: Trx, now: Date) => Promise<T | null>,
): Promise<T> {
  const now = clock.now();
  const result = await db.transaction().execute(async (trx) => {
    const counted = await recordPinAttempt(trx, salePlaceId, {
      now,
      countAfter: wrongPinsCountAfter(now),
      waitOverFor: pinWaitOverFor(now),
      max: MAX_WRONG_PINS,
    });
    if (!counted) return { waitUntil: pinWaitUntil(await lastWrongPinAt(trx, salePlaceId)) };
    const match = await attempt(trx, now);
    if (match !== null) await removeLastPinAttempt(trx, salePlaceId);
    return { match };
  });
  // Thrown outside the transaction, which has to keep the counted attempt.
  if ('waitUntil' in result) {
    const retryAfter = (result.waitUntil!.getTime() - now.getTime()) / 1000;
    throw new AppError('tooMany', { message: 'orders.tooManyPins', retryAfter });
  }
  if (result.match === null) throw createValidationError('pin', 'orders.wrongPin');
  return result.match!;
}
