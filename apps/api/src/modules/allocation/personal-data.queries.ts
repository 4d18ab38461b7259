import { readBatches } from '../../platform/db/batches.ts';
import type { DbOrTrx } from '../../platform/db/database.ts';
import type { PersonalDataHandler } from '../../platform/personal-data.ts';
import { listAllocatedSlots } from '../products/index.ts';

const selectEntries = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('allocation_entries')
    .select(['id', 'slot_id', 'product_id', 'draw_id', 'random', 'position'])
    .select(['state', 'rank', 'created_at', 'ended_at'])
    .where('user_id', '=', userId)
    .orderBy('position');

type Row = Awaited<ReturnType<ReturnType<typeof selectEntries>['execute']>>[number];

async function* exportEntries(db: DbOrTrx, userId: number) {
  const read = (last: Row | null, limit: number) =>
    selectEntries(db, userId)
      .$if(last !== null, (query) => query.where('position', '>', last!.position))
      .limit(limit)
      .execute();
  for await (const rows of readBatches(read)) {
    const slots = await listAllocatedSlots(
      db,
      rows.map(({ slot_id }) => slot_id),
    );
    const namesBySlot = new Map(slots.map(({ id, name }) => [id, name]));
    yield rows.map((row) => ({
      product: { id: row.product_id, name: namesBySlot.get(row.slot_id)! },
      draw_id: row.draw_id,
      entry_id: row.draw_id === null ? null : row.id,
      random: row.random?.toString('hex') ?? null,
      state: row.state,
      rank: row.rank,
      created_at: row.created_at.toISOString(),
      ended_at: row.ended_at?.toISOString() ?? null,
    }));
  }
}

export const allocationPersonalData: PersonalDataHandler = {
  async export(db, { id: userId }) {
    return { entries: exportEntries(db, userId) };
  },
  /**
   * Gives the places up. An entry stays in the list of its draw, whose hash may be published at this moment, and gets no
   * unit. An offered unit is a hold, which prevents the deletion.
   */
  async unpublish(trx, { id: userId }, now) {
    await trx
      .updateTable('allocation_entries')
      .set({ state: 'left', ended_at: now })
      .where('user_id', '=', userId)
      .where('state', 'in', ['entered', 'waiting'])
      .execute();
  },
  /** The published list of a draw stays, without whose entries they are. */
  async erase(trx, { id: userId }) {
    await trx
      .deleteFrom('allocation_entries')
      .where('user_id', '=', userId)
      .where('draw_id', 'is', null)
      .execute();
    await trx
      .updateTable('allocation_entries')
      .set({ user_id: null, card_fingerprint: null })
      .where('user_id', '=', userId)
      .execute();
    return [];
  },
};
