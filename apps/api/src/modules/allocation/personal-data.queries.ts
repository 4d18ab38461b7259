import type { PersonalDataHandler } from '../../platform/personal-data.ts';
import { listAllocatedSlots } from '../products/index.ts';

export const allocationPersonalData: PersonalDataHandler = {
  async export(db, userId) {
    const rows = await db
      .selectFrom('allocation_entries')
      .select(['id', 'slot_id', 'product_id', 'draw_id', 'random'])
      .select(['state', 'rank', 'created_at', 'ended_at'])
      .where('user_id', '=', userId)
      .orderBy('position')
      .execute();
    const slots = await listAllocatedSlots(
      db,
      rows.map(({ slot_id }) => slot_id),
    );
    return {
      entries: rows.map((row) => ({
        product: { id: row.product_id, name: slots.find(({ id }) => id === row.slot_id)!.name },
        draw_id: row.draw_id,
        entry_id: row.draw_id === null ? null : row.id,
        random: row.random?.toString('hex') ?? null,
        state: row.state,
        rank: row.rank,
        created_at: row.created_at.toISOString(),
        ended_at: row.ended_at?.toISOString() ?? null,
      })),
    };
  },
  /**
   * Gives the places up. An entry stays in the list of its draw, whose hash may be published at this moment, and gets no
   * unit. An offered unit is a hold, which prevents the deletion.
   */
  async unpublish(trx, userId, now) {
    await trx
      .updateTable('allocation_entries')
      .set({ state: 'left', ended_at: now })
      .where('user_id', '=', userId)
      .where('state', 'in', ['entered', 'waiting'])
      .execute();
  },
  /** The published list of a draw stays, without whose entries they are. */
  async erase(trx, userId) {
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
