import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Call } from '../../platform/http/route.ts';
import { meanRating } from './rating.ts';
import { listMySalePlaces, listSalePlaceTypes } from './sale-places.queries.ts';
import { findSeller } from './sellers.queries.ts';
import { translateTypes } from './translate-types.ts';

/**
 * Public profile of a seller: business and sale places. A seller without sale places is reported as
 * missing.
 */
export async function getSeller({ db }: Context, { params, language }: Call<typeof endpoints.getSeller>) {
  const [seller, salePlaces, types] = await Promise.all([
    findSeller(db, params.id),
    listMySalePlaces(db, params.id),
    listSalePlaceTypes(db),
  ]);
  const firstSalePlace = salePlaces[0];
  if (!seller || !firstSalePlace) throw new AppError('notFound');
  const stars = salePlaces.reduce((sum, salePlace) => sum + salePlace.rating_sum, 0);
  const count = salePlaces.reduce((sum, salePlace) => sum + salePlace.rating_count, 0);
  return {
    data: {
      id: seller.id,
      name: seller.legal_name ?? firstSalePlace.name,
      since: seller.created_at.toISOString(),
      rating: meanRating(stars, count),
      rating_count: count,
      places: salePlaces.map((salePlace) => ({
        id: salePlace.id,
        name: salePlace.name,
        description: salePlace.description,
        address: salePlace.address,
        latitude: salePlace.latitude,
        longitude: salePlace.longitude,
        logo: salePlace.logo,
        categories: translateTypes(salePlace.type_ids, types, language),
        rating: meanRating(salePlace.rating_sum, salePlace.rating_count),
        rating_count: salePlace.rating_count,
      })),
    },
  };
}
