import type { Keeper } from '../../platform/keeper.ts';
import { listKept } from './sale-places.queries.ts';

/** Name and address stay for those who bought there. */
export const salePlaceKeeper: Keeper = {
  async export(db, userId) {
    const places = await listKept(db, userId);
    return {
      sale_places: places.map((place) => ({ ...place, created_at: place.created_at.toISOString() })),
    };
  },
  async erase(trx, userId) {
    await trx.updateTable('sale_places').set({ phone: '' }).where('owner_id', '=', userId).execute();
    return [];
  },
};
