import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/http/error.ts';
import type { Call } from '../../platform/http/route.ts';
import { namedTypes } from './named-types.ts';
import { rating } from './rating.ts';
import { allTypes, listMine } from './sale-places.queries.ts';
import { findSeller } from './sellers.queries.ts';

/** A seller for others' eyes: the business and its venues. Without a venue there is nothing to show. */
export async function showSeller({ db }: Context, { params, language }: Call<typeof endpoints.showSeller>) {
  const [seller, places, types] = await Promise.all([
    findSeller(db, params.id),
    listMine(db, params.id),
    allTypes(db),
  ]);
  const first = places[0];
  if (!seller || !first) throw new AppError('notFound');
  const stars = places.reduce((sum, place) => sum + place.rating_sum, 0);
  const count = places.reduce((sum, place) => sum + place.rating_count, 0);
  return {
    data: {
      id: seller.id,
      name: seller.legal_name ?? first.name,
      since: seller.created_at.toISOString(),
      rating: rating(stars, count),
      rating_count: count,
      places: places.map((place) => ({
        id: place.id,
        name: place.name,
        description: place.description,
        address: place.address,
        latitude: place.latitude,
        longitude: place.longitude,
        logo: place.logo,
        categories: namedTypes(place.category_ids, types, language),
        rating: rating(place.rating_sum, place.rating_count),
        rating_count: place.rating_count,
      })),
    },
  };
}
