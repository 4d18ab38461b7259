import type { DisputeOutcome } from '@wopack/contract';
import { sql } from 'kysely';
import { type BusinessScope, isInScope } from '../../../platform/db/business-scope.ts';
import type { Trx } from '../../../platform/db/database.ts';
import type { CounterPerson } from '../../businesses/index.ts';
import { selectDisputeOutcome } from '../../payments/index.ts';

export const listOpenPinHashes = async (trx: Trx, placeId: number): Promise<Buffer[]> =>
  (
    await trx
      .selectFrom('orders')
      .select('pin_hash')
      .where('sale_place_id', '=', placeId)
      .where('state', '=', 'paid')
      .execute()
  ).map(({ pin_hash }) => pin_hash);

export async function updatePins(
  trx: Trx,
  orders: readonly { id: number; pin: string; pin_hash: Buffer }[],
): Promise<void> {
  const column = <K extends keyof (typeof orders)[number]>(name: K) => orders.map((order) => order[name]);
  await sql`UPDATE orders SET pin = changed.pin, pin_hash = changed.pin_hash, ticket_version = orders.ticket_version + 1
    FROM unnest(${column('id')}::int[], ${column('pin')}::text[], ${column('pin_hash')}::bytea[])
      AS changed (id, pin, pin_hash)
    WHERE orders.id = changed.id`.execute(trx);
}

/** Whether a change was refused because another open order of the sale place has the PIN. */
export const isTakenPinError = (error: unknown): boolean =>
  (error as { constraint?: string }).constraint === 'orders_open_pin';

export const lockAllOpenOrders = (trx: Trx) =>
  trx
    .selectFrom('orders')
    .select(['id', 'sale_place_id'])
    .where('state', '=', 'paid')
    .orderBy('id')
    .forUpdate()
    .execute();

/** Locks an order and reads its state and PIN. */
export const lockSellerOrder = (trx: Trx, scope: BusinessScope, id: number) =>
  trx
    .selectFrom('orders')
    .select([
      'id',
      'user_id',
      'state',
      'pin_hash',
      'sale_place_id',
      'pickup_start',
      'pickup_end',
      'payment_id',
      'handed_out_quantity',
    ])
    .where('id', '=', id)
    .where(isInScope(scope, 'seller_id', 'sale_place_id'))
    .forUpdate()
    .executeTakeFirst();

/** Needs a locked order: a statement that waits for the lock reads other tables as they were before. */
export const findDisputeOutcome = async (trx: Trx, paymentId: number): Promise<DisputeOutcome | null> =>
  (await trx.selectNoFrom(selectDisputeOutcome(sql.val(paymentId)).as('dispute')).executeTakeFirstOrThrow())
    .dispute;

/** By somebody, at a device, or both. */
export const markCollected = (
  trx: Trx,
  id: number,
  {
    now,
    units,
    person,
    deviceId,
  }: { now: Date; units: number; person: CounterPerson | null; deviceId: number | null },
) =>
  trx
    .updateTable('orders')
    .set({
      state: 'collected',
      collected_at: now,
      handed_out_quantity: units,
      handed_out_by: person?.kind === 'member' ? person.id : null,
      handed_out_name_id: person?.kind === 'name' ? person.id : null,
      handed_out_device_id: deviceId,
    })
    .where('id', '=', id)
    .execute();

/**
 * Counts an attempt at a sale place as failed, before its PIN is compared. Undefined, and nothing counted, while the sale
 * place is blocked. Either way the row stays locked, so that parallel attempts are counted one by one. After the block
 * the count starts anew.
 */
export const recordPinAttempt = (
  trx: Trx,
  salePlaceId: number,
  { now, countAfter, waitOverFor, max }: { now: Date; countAfter: Date; waitOverFor: Date; max: number },
) =>
  trx
    .insertInto('pin_attempts')
    .values({ sale_place_id: salePlaceId, failed_at: sql`array[${now}::timestamptz]` })
    .onConflict((conflict) =>
      conflict
        .column('sale_place_id')
        .doUpdateSet({
          failed_at: sql`case when cardinality(pin_attempts.failed_at) >= ${max} then '{}' else array(
            select at from unnest(pin_attempts.failed_at) at where at > ${countAfter}
          ) end || ${now}::timestamptz`,
        })
        .where(
          sql<boolean>`(cardinality(pin_attempts.failed_at) < ${max} or pin_attempts.failed_at[${max}] <= ${waitOverFor})`,
        ),
    )
    .returning('pin_attempts.sale_place_id')
    .executeTakeFirst();

/** Removes the attempt recorded in this transaction, because its PIN was right. */
export const removeLastPinAttempt = (trx: Trx, salePlaceId: number) =>
  trx
    .updateTable('pin_attempts')
    .set({ failed_at: sql`trim_array(failed_at, 1)` })
    .where('sale_place_id', '=', salePlaceId)
    .execute();

export const lastWrongPinAt = async (trx: Trx, salePlaceId: number): Promise<Date> =>
  (
    await trx
      .selectFrom('pin_attempts')
      .select(sql<Date>`failed_at[cardinality(failed_at)]`.as('at'))
      .where('sale_place_id', '=', salePlaceId)
      .executeTakeFirstOrThrow()
  ).at;
