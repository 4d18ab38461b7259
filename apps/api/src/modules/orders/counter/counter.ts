import type { endpoints, HandOutConflictReason } from '@wopack/contract';
import type { Reply } from '@wopack/contract/client';
import { DAY_MS, formatShortName, parseSignedTicket, verifyTicket } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Call, DeviceActor } from '../../../platform/http/route.ts';
import { translate } from '../../../platform/messages/translate.ts';
import {
  type CounterPerson,
  findPastPerson,
  listCounterPeople,
  recordActivity,
} from '../../businesses/index.ts';
import { requireMySalePlaces } from '../../sale-places/index.ts';
import { notifyOfFriendPickup } from '../friend/friend-orders.ts';
import { describeHandOut, formatHandedOutBy } from '../order-view.ts';
import { markHandedOut } from '../pin/mark-handed-out.ts';
import { findDisputeOutcome } from '../pin/pins.queries.ts';
import { findSellerOrder } from '../seller/seller-orders.queries.ts';
import {
  insertHandOutConflict,
  listTicketKeyIds,
  listVoidedTickets,
  lockOrderOfTicket,
} from './counter.queries.ts';
import { judgeHandOut, limitCounterTime, TICKETS_LAST_MS } from './counter.rules.ts';
import { exportPublicKey } from './ticket-keys.ts';

/** Which windows a device may meet before it hears from the server again. */
const AROUND_MS = DAY_MS;

const listKeys = async ({ db, secrets, clock }: Pick<Context, 'db' | 'secrets' | 'clock'>) =>
  (await listTicketKeyIds(db, new Date(clock.now().getTime() - TICKETS_LAST_MS))).map((id) => ({
    id,
    public_key: exportPublicKey(secrets, id),
  }));

const listShortNames = async (db: Db, actor: DeviceActor) =>
  (await listCounterPeople(db, actor)).flatMap(({ kind, id, name, surname }) => {
    const shown = kind === 'name' ? name : formatShortName(name, surname);
    return shown ? [{ kind, id, name: shown }] : [];
  });

async function listVoided(db: Db, actor: DeviceActor, now: number) {
  const span = { from: new Date(now - AROUND_MS), to: new Date(now + AROUND_MS) };
  return (await listVoidedTickets(db, actor.member, span)).map((row) => ({
    order_id: row.order_id,
    version: row.version,
    handed_out: row.handed_out,
    handed_out_at: row.collected_at?.toISOString() ?? null,
    handed_out_by: formatHandedOutBy(row, actor),
    handed_out_device: row.handed_out_device,
  }));
}

export async function getCounter(context: Context, { actor }: Call<typeof endpoints.getCounter>) {
  const { db, clock } = context;
  const { id, name, salePlaceId } = actor.device;
  const now = clock.now().getTime();
  const [people, [salePlace], ticketKeys, voided] = await Promise.all([
    actor.device.asksName ? listShortNames(db, actor) : null,
    requireMySalePlaces(db, actor.member, salePlaceId),
    listKeys(context),
    listVoided(db, actor, now),
  ]);
  return {
    data: {
      people,
      device: { id, name },
      sale_place: { id: salePlace!.id, name: salePlace!.name, time_zone: salePlace!.time_zone },
      ticket_keys: ticketKeys,
      voided,
    },
  };
}

/** Each by itself: one that is refused does not hold the others back. */
export async function sendCounterHandOuts(
  context: Context,
  { actor, body, language }: Call<typeof endpoints.sendCounterHandOuts>,
) {
  const keys = await listKeys(context);
  const data: Reply<'sendCounterHandOuts'>['data'] = [];
  for (const { ticket: text, handed_out_at, person, quantity: units } of body.hand_outs) {
    const ticket = parseSignedTicket(text);
    const handedOutAt = limitCounterTime(handed_out_at, context.clock.now());
    try {
      if (!ticket || !(await verifyTicket(text, keys)))
        throw new AppError('conflict', { message: 'orders.ticketAltered' });
      if (ticket.salePlaceId !== actor.device.salePlaceId)
        throw new AppError('conflict', { message: 'orders.ticketOfAnotherSeller' });
      const { result, conflict } = await recordHandOut(context, actor, ticket, {
        handedOutAt,
        person,
        units: units ?? ticket.quantity,
      });
      const order =
        conflict === 'handed_out_elsewhere'
          ? await findSellerOrder(context.db, actor.member, ticket.orderId)
          : undefined;
      const values = { details: order ? describeHandOut(order, actor, language) : '' };
      const message = conflict && translate(`orders.handOutConflicts.${conflict}`, language, values);
      data.push({ order_id: ticket.orderId, result, message });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { message, values } = error.details;
      data.push({
        order_id: ticket?.orderId ?? null,
        result: 'refused' as const,
        message: translate(message!, language, values),
      });
    }
  }
  return { data };
}

interface Outcome {
  result: 'recorded' | 'already' | 'refused';
  conflict: HandOutConflictReason | null;
}

/**
 * As a hand-out by PIN, at the time of the counter. What it earns follows the state that the order has now. One that the
 * order does not allow is kept for the manager: the bag is gone.
 */
function recordHandOut(
  context: Context,
  actor: Call<typeof endpoints.sendCounterHandOuts>['actor'],
  ticket: { orderId: number; version: number },
  {
    handedOutAt,
    person: chosen,
    units,
  }: { handedOutAt: Date; person: CounterPerson | undefined; units: number },
): Promise<Outcome> {
  const { db, clock } = context;
  return db.transaction().execute(async (trx) => {
    const person = await findPastPerson(trx, actor, chosen);
    const order = await lockOrderOfTicket(trx, actor.member, ticket.orderId);
    if (!order) throw new AppError('notFound', { message: 'orders.ticketOfAnotherSeller' });
    const deviceId = actor.device.id;
    const dispute = await findDisputeOutcome(trx, order.payment_id);
    const judgement = judgeHandOut(order, dispute, {
      deviceId,
      person,
      version: ticket.version,
      handedOutAt,
    });
    if (judgement === 'repeated') return { result: 'already', conflict: null };
    const entry = {
      salePlaceId: order.sale_place_id,
      productId: order.product_id,
      orderId: order.id,
      person,
      now: handedOutAt,
      sentAt: clock.now(),
    };
    if (judgement !== 'new') {
      const conflict = { orderId: order.id, deviceId, reason: judgement, handedOutAt, now: clock.now() };
      if (await insertHandOutConflict(trx, conflict))
        await recordActivity(trx, actor, {
          ...entry,
          kind: 'hand_out_conflict',
          after: { reason: judgement },
        });
      return { result: judgement === 'handed_out_elsewhere' ? 'already' : 'refused', conflict: judgement };
    }
    const handOut = { orderId: order.id, units, isOver: true, at: handedOutAt, person, deviceId };
    await markHandedOut(context, trx, handOut);
    await recordActivity(trx, actor, { ...entry, kind: 'handed_out' });
    await notifyOfFriendPickup(context, trx, order);
    return { result: 'recorded', conflict: null };
  });
}
