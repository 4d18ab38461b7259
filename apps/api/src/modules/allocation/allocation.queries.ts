import type { EntryState } from '@wopack/contract';
import { type Insertable, sql } from 'kysely';
import { deleteInBatches, updateInBatches } from '../../platform/db/batches.ts';
import type { Database, Db, DbOrTrx, Trx } from '../../platform/db/database.ts';
import { preparedStatementHint } from '../../platform/performance/prepared-statements.ts';
import { lockSlots } from '../products/index.ts';

/** First key of the advisory lock on a line; the second are the last 31 bits of the slot's id. */
const LINE_LOCK = 4801;

/**
 * Serialises changes of the line of a slot until the transaction ends. Taken before all that docs/locking.md has after it.
 */
export const lockLine = async (trx: Trx, slotId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${LINE_LOCK}::int, (${slotId}::bigint & 2147483647)::int)`.execute(
    trx,
  );
};

export const listEntriesOfDraw = (db: DbOrTrx, drawId: number) =>
  db
    .selectFrom('allocation_entries')
    .select(['id', 'rank'])
    .select(({ ref }) => ref('random').$notNull().as('random'))
    .where('draw_id', '=', drawId)
    .orderBy('id')
    .execute();

const entryColumns = [
  'id',
  'slot_id',
  'product_id',
  'draw_id',
  'user_id',
  'state',
  'rank',
  'position',
  'payment_id',
  'offer_expires_at',
  'created_at',
  'price_cents',
] as const;

const ACTIVE_STATES = ['entered', 'waiting', 'offered'] as const satisfies readonly EntryState[];

/** The present entry of a user; undefined when the user takes no part now. */
export const findActiveEntry = (db: DbOrTrx, slotId: number, userId: number) =>
  db
    .selectFrom('allocation_entries')
    .select(entryColumns)
    .where('slot_id', '=', slotId)
    .where('user_id', '=', userId)
    .where('state', 'in', ACTIVE_STATES)
    .executeTakeFirst();

export type Entry = NonNullable<Awaited<ReturnType<typeof findActiveEntry>>>;

export const hasEntrants = async (db: DbOrTrx, slotIds: readonly number[]): Promise<boolean> =>
  slotIds.length > 0 &&
  (await db
    .selectFrom('allocation_entries')
    .select('id')
    .where('slot_id', '=', sql<number>`any(${slotIds}::bigint[])`)
    .where('state', 'in', ACTIVE_STATES)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Does nothing when the user takes part already. */
export const insertEntry = (trx: Trx, entry: Insertable<Database['allocation_entries']>) =>
  trx
    .insertInto('allocation_entries')
    .values(entry)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Returns whether there was one. */
export async function deleteEnteredEntry(trx: Trx, drawId: number, userId: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('allocation_entries')
    .where('draw_id', '=', drawId)
    .where('user_id', '=', userId)
    .where('state', '=', 'entered')
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The line of a slot without those who have a unit on hold. */
export const listLine = (db: DbOrTrx, slotId: number) =>
  db
    .selectFrom('allocation_entries')
    .select(['id', 'user_id', 'rank', 'draw_id', 'price_cents'])
    .where('slot_id', '=', slotId)
    .where('state', '=', sql.lit('waiting'))
    .orderBy(sql`rank nulls last`)
    .orderBy('is_first', 'desc')
    .orderBy('position')
    .execute();

/** Writes ranks of a draw, and puts its entries in line. */
export const rankEntriesInLine = (trx: Trx, drawId: number, rankedIds: readonly string[]) =>
  sql`
    update allocation_entries entry set rank = ranked.rank,
      -- An account that was deleted since keeps its rank in the published list.
      state = case when entry.state = 'entered' then 'waiting' else entry.state end
    from unnest(${rankedIds}::uuid[]) with ordinality as ranked (id, rank)
    where entry.id = ranked.id and entry.draw_id = ${drawId}`.execute(trx);

export const markOffered = (
  trx: Trx,
  id: string,
  offer: { payment_id: number; offer_expires_at: Date; price_cents: number },
) =>
  trx
    .updateTable('allocation_entries')
    .set({ state: 'offered', ...offer })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();

/** Ends the offer that a payment stands for. */
export const endOffer = (trx: Trx, paymentId: number, state: 'bought' | 'lapsed' | 'left', now: Date) =>
  trx
    .updateTable('allocation_entries')
    .set({ state, ended_at: now, ...(state !== 'bought' && { card_fingerprint: null }) })
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'offered')
    .modifyEnd(preparedStatementHint)
    .execute();

export const leaveLine = (trx: Trx, slotId: number, userId: number, now: Date) =>
  trx
    .updateTable('allocation_entries')
    .set({ state: 'left', ended_at: now })
    .where('slot_id', '=', slotId)
    .where('user_id', '=', userId)
    .where('state', '=', 'waiting')
    .execute();

/** Notes that those who wait for a slot are told that it is off sale at present. Returns those who were not told before. */
export const markNotifiedOffSale = (trx: Trx, slotId: number, now: Date) =>
  trx
    .updateTable('allocation_entries')
    .set({ notified_off_sale_at: now })
    .where('slot_id', '=', slotId)
    .where('state', '=', sql.lit('waiting'))
    .where('notified_off_sale_at', 'is', null)
    .returning(['id', 'user_id'])
    .execute();

/** Slots with somebody in line who was not told that it is off sale. */
export const listSlotsToNotifyOf = async (db: Db): Promise<number[]> =>
  (
    await db
      .selectFrom('allocation_entries')
      .select('slot_id')
      .distinct()
      .where('state', '=', sql.lit('waiting'))
      .where('notified_off_sale_at', 'is', null)
      .execute()
  ).map(({ slot_id }) => slot_id);

export const findEntry = (db: DbOrTrx, id: string) =>
  db.selectFrom('allocation_entries').select(['user_id', 'slot_id']).where('id', '=', id).executeTakeFirst();

/** Ends entries of a slot that can get no unit any more. Returns their users. */
export const endEntries = (trx: Trx, slotId: number, states: readonly ('entered' | 'waiting')[], now: Date) =>
  trx
    .updateTable('allocation_entries')
    .set({ state: 'ended', ended_at: now })
    .where('slot_id', '=', slotId)
    .where('state', 'in', states)
    .returning(['id', 'user_id', 'draw_id'])
    .execute();

/**
 * Notes the card, or the phone of MB WAY by its keyed hash, that pays a win. False when another winner of the draw used
 * it, or the win has ended; a unique index decides between two at the same moment. With `intentRef` only while the payment has that intent.
 */
export const claimCard = async (
  db: Db,
  paymentId: number,
  fingerprint: string,
  intentRef?: string,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('allocation_entries')
    .set({ card_fingerprint: fingerprint })
    .where('payment_id', '=', paymentId)
    // A win that lapsed blocks no card.
    .where('state', '=', 'offered')
    .$if(intentRef !== undefined, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('payments')
            .select('id')
            .whereRef('payments.id', '=', 'allocation_entries.payment_id')
            .where('provider_ref', '=', intentRef!),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('allocation_entries as other')
            .select('other.id')
            .whereRef('other.slot_id', '=', 'allocation_entries.slot_id')
            .whereRef('other.id', '<>', 'allocation_entries.id')
            .where('other.card_fingerprint', '=', fingerprint),
        ),
      ),
    )
    .executeTakeFirst()
    .catch((error: { code?: string }) => {
      if (error.code === UNIQUE_VIOLATION) return { numUpdatedRows: 0n };
      throw error;
    });
  return numUpdatedRows > 0n;
};

const UNIQUE_VIOLATION = '23505';

/** The win was not paid by the card or phone that was noted: another winner may use it. */
export const releaseCard = (db: DbOrTrx, paymentId: number) =>
  db
    .updateTable('allocation_entries')
    .set({ card_fingerprint: null })
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'offered')
    .execute();

/** Entries of drawn draws that were not told their place yet. */
export const lockEntriesToAnnounce = (trx: Trx, drawId: number, limit: number) =>
  trx
    .selectFrom('allocation_entries')
    .select(['id', 'user_id', 'state', 'rank'])
    .where('draw_id', '=', drawId)
    .where('announced_at', 'is', null)
    .orderBy('rank')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();

export const markAnnounced = (trx: Trx, ids: readonly string[], now: Date) =>
  trx
    .updateTable('allocation_entries')
    .set({ announced_at: now })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();

/** Present entries of a user, then those that ended since. */
export const listEntriesOfUser = (db: DbOrTrx, userId: number, since: Date) =>
  db
    .selectFrom('allocation_entries')
    .select(entryColumns)
    .where('user_id', '=', userId)
    .where(({ or, eb }) => or([eb('ended_at', 'is', null), eb('ended_at', '>=', since)]))
    .orderBy(sql`ended_at desc nulls first`)
    .orderBy('position', 'desc')
    .limit(200)
    .execute();

/** Lists who waits in the lines of these slots, with their place. */
export async function countLines(db: DbOrTrx, slotIds: readonly number[]) {
  if (slotIds.length === 0) return [];
  return db
    .selectFrom('allocation_entries')
    .select(['slot_id', 'id'])
    .select(
      sql<number>`(row_number() over (partition by slot_id order by rank nulls last, is_first desc, position))::int`.as(
        'place',
      ),
    )
    .where('slot_id', '=', sql<number>`any(${slotIds}::bigint[])`)
    .where('state', '=', sql.lit('waiting'))
    .execute();
}

/** People who took part in slots, by slot, and how many of them bought. */
export const countPeople = async (db: DbOrTrx, slotIds: readonly number[]) =>
  slotIds.length === 0
    ? []
    : db
        .selectFrom('allocation_entries')
        .select('slot_id')
        .select([
          sql<number>`count(distinct coalesce(user_id::text, id::text))::int`.as('people'),
          sql<number>`count(*) filter (where state = 'bought')::int`.as('bought'),
        ])
        .where('slot_id', '=', sql<number>`any(${slotIds}::bigint[])`)
        .groupBy('slot_id')
        .execute();

/** Deletes what is left of lines without a draw. Returns the slots, one for each entry. */
export async function deleteOldWaiting(trx: Trx, before: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: string; slot_id: number }>`
    SELECT id, slot_id FROM allocation_entries WHERE draw_id IS NULL AND ended_at IS NOT NULL AND ended_at < ${before}
    ORDER BY ended_at LIMIT ${limit}`.execute(trx);
  const slotIds = rows.map(({ slot_id }) => slot_id);
  await lockSlots(trx, slotIds);
  const ids = rows.map(({ id }) => id);
  await sql`DELETE FROM allocation_entries WHERE id = ANY (${ids}::uuid[])`.execute(trx);
  return slotIds;
}

/** Deletes draws that are over, with all who entered. Returns their slots. */
export async function deleteOldDraws(trx: Trx, before: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number; slot_id: number }>`
    SELECT id, slot_id FROM draws WHERE closes_at < ${before} AND state IN ('drawn', 'cancelled')
    ORDER BY closes_at, id LIMIT ${limit} FOR UPDATE`.execute(trx);
  const ids = rows.map(({ id }) => id);
  const slotIds = rows.map(({ slot_id }) => slot_id);
  await lockSlots(trx, slotIds);
  await deleteInBatches(trx, 'allocation_entries', {
    by: 'draw_id',
    isDue: sql`draw_id = ANY (${ids}::int[])`,
  });
  await sql`DELETE FROM draws WHERE id = ANY (${ids}::int[])`.execute(trx);
  return slotIds;
}

export const forgetCards = (db: Db, before: Date) =>
  updateInBatches(db, 'allocation_entries', sql`card_fingerprint = NULL`, {
    by: 'slot_id',
    isDue: sql`card_fingerprint IS NOT NULL AND created_at < ${before}`,
  });
