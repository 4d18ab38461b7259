import { type Insertable, sql, type Updateable } from 'kysely';
import type { Database, Db, DbOrTrx, Trx } from '../../platform/db/database.ts';

const drawColumns = [
  'id',
  'slot_id',
  'product_id',
  'state',
  'opened_at',
  'closes_at',
  'closed_at',
  'drawn_at',
  'units',
  'seed_hash',
  'sealed_seed',
  'seed',
  'list_hash',
  'beacon_url',
  'beacon_round',
  'beacon_value',
] as const;

const selectDraws = (db: DbOrTrx) => db.selectFrom('draws').select(drawColumns);

export const findDraw = (db: DbOrTrx, id: number) => selectDraws(db).where('id', '=', id).executeTakeFirst();

export const findDrawOfSlot = (db: DbOrTrx, slotId: number) =>
  selectDraws(db).where('slot_id', '=', slotId).executeTakeFirst();

export type Draw = NonNullable<Awaited<ReturnType<typeof findDraw>>>;

/** Entering locks the draw in share mode: entries do not wait for each other, and closing waits for them. */
export const lockDraw = (trx: Trx, id: number, mode: 'share' | 'update') =>
  selectDraws(trx)
    .where('id', '=', id)
    .$if(mode === 'share', (query) => query.forShare())
    .$if(mode === 'update', (query) => query.forUpdate())
    .executeTakeFirst();

/** Returns nothing when the slot has a draw already. */
export const insertDraw = (trx: Trx, draw: Insertable<Database['draws']>) =>
  trx
    .insertInto('draws')
    .values(draw)
    .onConflict((conflict) => conflict.column('slot_id').doNothing())
    .returning('id')
    .executeTakeFirst();

export const updateDraw = (db: DbOrTrx, id: number, change: Updateable<Database['draws']>) =>
  db.updateTable('draws').set(change).where('id', '=', id).execute();

/** Keeps the first value that was stored. */
export const saveBeacon = (db: Db, id: number, beacon: { url: string; round: number; value: Buffer }) =>
  db
    .updateTable('draws')
    .set({ beacon_url: beacon.url, beacon_round: beacon.round, beacon_value: beacon.value })
    .where('id', '=', id)
    .where('state', '=', 'closed')
    .where('beacon_value', 'is', null)
    .execute();

/** Draws that should have been closed, and closed ones that are not drawn. */
export const listOverdueDraws = (db: Db, now: Date) =>
  db
    .selectFrom('draws')
    .select(['id', 'state', 'closes_at'])
    .where('state', 'in', ['open', 'closed'])
    .where('closes_at', '<=', now)
    .orderBy('closes_at')
    .limit(100)
    .execute();

export const listUnfinishedDraws = (db: DbOrTrx) =>
  db
    .selectFrom('draws')
    .select(['id', 'slot_id', 'closes_at'])
    .where('state', 'in', ['open', 'closed'])
    .execute();

/** Draws of these slots with the number of their entries. */
export const listDrawsOfSlots = async (db: DbOrTrx, slotIds: readonly number[]) =>
  slotIds.length === 0
    ? []
    : db
        .selectFrom('draws')
        .select(['id', 'slot_id', 'state', 'opened_at', 'closes_at', 'units'])
        .select(({ selectFrom }) =>
          selectFrom('allocation_entries')
            .whereRef('draw_id', '=', 'draws.id')
            .select(sql<number>`count(*)::int`.as('count'))
            .$asScalar()
            .$notNull()
            .as('entries'),
        )
        .where('slot_id', '=', sql<number>`any(${slotIds}::bigint[])`)
        .execute();
