import type { endpoints } from '@wopack/contract';
import type { Reply } from '@wopack/contract/client';
import { canHandOut, DAY_MS, parseSignedTicket, verifyTicket } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Call } from '../../../platform/http/route.ts';
import { translate } from '../../../platform/messages/translate.ts';
import { approveShares } from '../../affiliates/index.ts';
import { recordActivity } from '../../businesses/index.ts';
import { requireMySalePlaces } from '../../sale-places/index.ts';
import { checkTransition } from '../orders.rules.ts';
import { findDisputeOutcome, markCollected } from '../pin/pins.queries.ts';
import { listTicketKeyIds, listVoidedTickets, lockOrderOfTicket } from './counter.queries.ts';
import { exportPublicKey } from './ticket-keys.ts';

/** Which windows a device may meet before it hears from the server again. */
const AROUND_MS = DAY_MS;

/** Longer than a pack is sold ahead. */
const TICKETS_LAST_MS = 30 * DAY_MS;

const listKeys = async ({ db, secrets, clock }: Pick<Context, 'db' | 'secrets' | 'clock'>) =>
  (await listTicketKeyIds(db, new Date(clock.now().getTime() - TICKETS_LAST_MS))).map((id) => ({
    id,
    public_key: exportPublicKey(secrets, id),
  }));

export async function getCounter(context: Context, { actor }: Call<typeof endpoints.getCounter>) {
  const { db, clock } = context;
  const { id, name, salePlaceId } = actor.device;
  const now = clock.now().getTime();
  const [[salePlace], ticketKeys, voided] = await Promise.all([
    requireMySalePlaces(db, actor.member, salePlaceId),
    listKeys(context),
    listVoidedTickets(db, actor.member, { from: new Date(now - AROUND_MS), to: new Date(now + AROUND_MS) }),
  ]);
  return {
    data: {
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
  for (const { ticket: text, handed_out_at } of body.hand_outs) {
    const ticket = parseSignedTicket(text);
    const handedOutAt = new Date(Math.min(Date.parse(handed_out_at), context.clock.now().getTime()));
    try {
      if (!ticket || !(await verifyTicket(text, keys)))
        throw new AppError('conflict', { message: 'orders.ticketAltered' });
      if (ticket.salePlaceId !== actor.device.salePlaceId)
        throw new AppError('conflict', { message: 'orders.ticketOfAnotherSeller' });
      const result = await recordHandOut(context, actor, ticket, handedOutAt);
      data.push({ order_id: ticket.orderId, result, message: null });
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

/** As a hand-out by PIN, at the time of the counter. What it earns follows the state that the order has now. */
function recordHandOut(
  { db, clock }: Context,
  actor: Call<typeof endpoints.sendCounterHandOuts>['actor'],
  ticket: { orderId: number; version: number },
  handedOutAt: Date,
): Promise<'recorded' | 'already'> {
  return db.transaction().execute(async (trx) => {
    const order = await lockOrderOfTicket(trx, actor.member, ticket.orderId);
    if (!order) throw new AppError('notFound', { message: 'orders.ticketOfAnotherSeller' });
    const transition = checkTransition(order.state, 'collected');
    if (transition === 'done') return 'already';
    if (transition === 'no' || order.ticket_version !== ticket.version)
      throw new AppError('conflict', { message: 'orders.notOpen' });
    if ((await findDisputeOutcome(trx, order.payment_id)) === 'lost')
      throw new AppError('conflict', { message: 'orders.disputeLost' });
    if (!canHandOut(handedOutAt, order.pickup_start, order.pickup_end))
      throw new AppError('conflict', { message: 'orders.outsideHandOutTime' });
    await markCollected(trx, order.id, { now: handedOutAt, handedOutBy: null });
    await recordActivity(trx, actor, {
      kind: 'handed_out',
      salePlaceId: order.sale_place_id,
      productId: order.product_id,
      orderId: order.id,
      now: handedOutAt,
    });
    await approveShares(trx, order.id, clock.now());
    return 'recorded';
  });
}
