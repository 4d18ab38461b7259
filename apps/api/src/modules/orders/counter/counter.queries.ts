import type { HandOutConflictReason } from '@wopack/contract';
import { sql } from 'kysely';
import { type BusinessScope, isInScope } from '../../../platform/db/business-scope.ts';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';

/** The newest signs. */
export const selectTicketKeyId = sql<number>`(select max(id) from ticket_keys)`;

/** Generations that have signed since an instant: from the one that was the newest then. */
export const listTicketKeyIds = async (db: DbOrTrx, since: Date): Promise<number[]> =>
  (
    await db
      .selectFrom('ticket_keys')
      .select('id')
      .where('id', '>=', ({ selectFrom, fn, val }) =>
        selectFrom('ticket_keys')
          .select(fn.coalesce(fn.max('id'), val(0)).as('id'))
          .where('created_at', '<=', since),
      )
      .orderBy('id', 'desc')
      .execute()
  ).map(({ id }) => id);

export const insertTicketKey = (db: DbOrTrx, now: Date) =>
  db.insertInto('ticket_keys').values({ created_at: now }).returning('id').executeTakeFirstOrThrow();

/** Orders whose window begins in a span, and whose ticket is used or void, or was replaced by one of a higher version. */
export const listVoidedTickets = (
  db: DbOrTrx,
  scope: BusinessScope,
  { from, to }: { from: Date; to: Date },
) =>
  db
    .selectFrom('orders')
    .leftJoin('users as counter', 'counter.id', 'orders.handed_out_by')
    .leftJoin('counter_names', 'counter_names.id', 'orders.handed_out_name_id')
    .leftJoin('devices', 'devices.id', 'orders.handed_out_device_id')
    .select(['orders.id as order_id', 'orders.collected_at', 'devices.name as handed_out_device'])
    .select(['counter.name as counter_name', 'counter.surname as counter_surname'])
    .select('counter_names.name as name_at_counter')
    .select(sql<number>`orders.ticket_version - (orders.state = 'paid')::int`.as('version'))
    .select(sql<boolean>`orders.state = 'collected'`.as('handed_out'))
    .where(isInScope(scope, 'orders.seller_id', 'orders.sale_place_id'))
    .where('orders.pickup_start', '>=', from)
    .where('orders.pickup_start', '<', to)
    .where(sql<boolean>`(orders.state <> 'paid' or orders.ticket_version > 1)`)
    .orderBy('orders.id')
    .execute();

export const lockOrderOfTicket = (trx: Trx, scope: BusinessScope, id: number) =>
  trx
    .selectFrom('orders')
    .select([
      'id',
      'user_id',
      'state',
      'pickup_start',
      'pickup_end',
      'payment_id',
      'ticket_version',
      'sale_place_id',
      'product_id',
      'collected_at',
      'handed_out_by',
      'handed_out_device_id',
    ])
    .where('id', '=', id)
    .where(isInScope(scope, 'seller_id', 'sale_place_id'))
    .forUpdate()
    .executeTakeFirst();

export interface HandOutConflict {
  device: string | null;
  reason: HandOutConflictReason;
  handed_out_at: string;
  is_open: boolean;
}

/** Conflicts of the order of the query's row, oldest first. */
export const handOutConflicts = sql<HandOutConflict[]>`(
  select coalesce(json_agg(json_build_object('device', devices.name, 'reason', conflict.reason,
      'handed_out_at', to_char(conflict.handed_out_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'is_open', conflict.seen_at is null) order by conflict.id), '[]')
    from hand_out_conflicts conflict left join devices on devices.id = conflict.device_id
    where conflict.order_id = orders.id)`;

/** Returns false when this device has sent it before. */
export const insertHandOutConflict = async (
  trx: Trx,
  conflict: {
    orderId: number;
    deviceId: number;
    reason: HandOutConflictReason;
    handedOutAt: Date;
    now: Date;
  },
): Promise<boolean> =>
  ((
    await trx
      .insertInto('hand_out_conflicts')
      .values({
        order_id: conflict.orderId,
        device_id: conflict.deviceId,
        reason: conflict.reason,
        handed_out_at: conflict.handedOutAt,
        created_at: conflict.now,
      })
      .onConflict((on) => on.columns(['order_id', 'device_id']).doNothing())
      .executeTakeFirst()
  ).numInsertedOrUpdatedRows ?? 0n) > 0n;

export const closeConflictsOfOrder = (db: DbOrTrx, orderId: number, now: Date) =>
  db
    .updateTable('hand_out_conflicts')
    .set({ seen_at: now })
    .where('order_id', '=', orderId)
    .where('seen_at', 'is', null)
    .execute();

export const countOpenConflicts = async (db: DbOrTrx, scope: BusinessScope): Promise<number> =>
  (
    await db
      .selectFrom('hand_out_conflicts')
      .innerJoin('orders', 'orders.id', 'hand_out_conflicts.order_id')
      .select(sql<number>`count(distinct order_id)::int`.as('count'))
      .where(isInScope(scope, 'orders.seller_id', 'orders.sale_place_id'))
      .where('seen_at', 'is', null)
      .executeTakeFirstOrThrow()
  ).count;
