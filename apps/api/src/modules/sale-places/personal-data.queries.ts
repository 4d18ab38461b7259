import type { PersonalDataHandler } from '../../platform/personal-data.ts';
import { listMySalePlacesWithRemoved } from './sale-places.queries.ts';

/** Name and address stay for buyers with orders there. */
export const salePlacePersonalData: PersonalDataHandler = {
  async export(db, userId) {
    const salePlaces = await listMySalePlacesWithRemoved(db, userId);
    return {
      sale_places: salePlaces.map(({ type_ids, ...salePlace }) => ({
        ...salePlace,
        category_ids: type_ids,
        created_at: salePlace.created_at.toISOString(),
      })),
    };
  },
  async erase(trx, userId) {
    await trx.updateTable('sale_places').set({ phone: '' }).where('seller_id', '=', userId).execute();
    return [];
  },
};
