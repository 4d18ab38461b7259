import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';

/** Any number, as long as it is nobody else's. */
const PINS = 1_346_981_459;

/**
 * PINs of a venue are given out one after another. Not by the venue's row: whoever changes its packs holds that before
 * their slots, who is sold a pack holds a slot already.
 */
export const lockPins = (trx: Trx, placeId: number) =>
  sql`SELECT pg_advisory_xact_lock(${PINS}::int, ${placeId}::int)`.execute(trx);

export const openPins = (trx: Trx, placeId: number) =>
  trx
    .selectFrom('orders')
    .select(['sale_place_id', 'pin', 'pin_hash'])
    .where('sale_place_id', '=', placeId)
    .where('state', '=', 'paid')
    .execute();

export const lockPlainPins = (trx: Trx, limit: number) =>
  trx
    .selectFrom('orders')
    .select(['id', 'sale_place_id', 'pin'])
    .where('pin_hash', 'is', null)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();

export async function updatePins(
  trx: Trx,
  orders: readonly { id: number; pin: string; pin_hash: Buffer }[],
): Promise<void> {
  const column = <K extends keyof (typeof orders)[number]>(name: K) => orders.map((order) => order[name]);
  await sql`UPDATE orders SET pin = changed.pin, pin_hash = changed.pin_hash
    FROM unnest(${column('id')}::int[], ${column('pin')}::text[], ${column('pin_hash')}::bytea[])
      AS changed (id, pin, pin_hash)
    WHERE orders.id = changed.id`.execute(trx);
}

export const lockOpenOrders = (trx: Trx) =>
  trx
    .selectFrom('orders')
    .select(['id', 'sale_place_id'])
    .where('state', '=', 'paid')
    .orderBy('id')
    .forUpdate()
    .execute();
