import type { PersonalDataHandler } from '../../platform/personal-data.ts';
import { listMySalePlacesWithRemoved } from './sale-places.queries.ts';

/** Name and address stay for buyers with orders there. */
export const salePlacePersonalData: PersonalDataHandler = {
  async export(db, userId) {
    const salePlaces = await listMySalePlacesWithRemoved(db, userId);
    return {
      sale_places: salePlaces.map((salePlace) => ({
        ...salePlace,
        created_at: salePlace.created_at.toISOString(),
      })),
    };
  },
  async erase(trx, userId) {
    await trx.updateTable('sale_places').set({ phone: '' }).where('owner_id', '=', userId).execute();
    return [];
  },
};
