import type { endpoints } from '@wopack/contract';
import { formatPostalAddress, getFullName, type Language } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Call } from '../../../platform/http/route.ts';
import {
  chooseDescription,
  findNextSalePlaceId,
  listSalePlaceTypes,
  meanRating,
  translateTypes,
} from '../../sale-places/index.ts';
import { mergePickupHours } from './pickup-hours.rules.ts';
import { findPublicSalePlace, listProductsOnOffer } from './sale-place.queries.ts';
import { buildReliability, buildValueShare } from './trust-figures.ts';
import { listValueAnswers } from './value.queries.ts';

const MAX_PHOTOS = 12;

/** How many handovers are followed, from one sale place to the next. */
const MAX_HANDOVERS = 5;

/**
 * Public profile of a sale place, or of the one that took its place: its address is on stickers and in messages. One
 * that is removed, or has published nothing yet, is reported as missing.
 */
export async function getSalePlace(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { params, language }: Call<typeof endpoints.getSalePlace>,
) {
  let nextId: number | null = params.id;
  for (let count = 0; count <= MAX_HANDOVERS && nextId !== null; count++) {
    const profile = await findProfile(db, nextId, language, clock.now());
    if (profile) return profile;
    nextId = await findNextSalePlaceId(db, nextId);
  }
  throw new AppError('notFound');
}

async function findProfile(db: Db, placeId: number, language: Language, now: Date) {
  const [row, products, types, valueAnswers] = await Promise.all([
    findPublicSalePlace(db, placeId),
    listProductsOnOffer(db, placeId),
    listSalePlaceTypes(db),
    listValueAnswers(db, { salePlaceId: placeId }),
  ]);
  if (!row) return null;
  const { id, name, phone, address, latitude, longitude, time_zone, logo, paused } = row;
  const photos = new Map(products.flatMap((product) => product.photos.map((photo) => [photo.path, photo])));
  return {
    data: {
      id,
      name,
      phone,
      address,
      latitude,
      longitude,
      time_zone,
      logo,
      paused,
      ...chooseDescription(row, language),
      categories: translateTypes(row.type_ids, types, language),
      photos: [...photos.values()].slice(0, MAX_PHOTOS),
      pickup_hours: mergePickupHours(products.flatMap(({ schedule }) => schedule ?? [])),
      rating: meanRating(row.rating_sum, row.rating_count),
      rating_count: row.rating_count,
      ...buildValueShare(valueAnswers, now),
      ...buildReliability(row),
      seller: buildSellerView(row, row.name),
    },
  };
}

interface SellerRow {
  seller_id: number;
  legal_name: string | null;
  seller_name: string;
  seller_surname: string;
  legal_address: string | null;
  post_code: string | null;
  city: string | null;
  country: string | null;
}

/** Legal identity of a seller; until it is entered the name of the user, else of the sale place. */
export const buildSellerView = (row: SellerRow, salePlaceName: string) => ({
  id: row.seller_id,
  name: row.legal_name ?? (getFullName(row.seller_name, row.seller_surname) || salePlaceName),
  address: row.legal_address === null ? null : formatPostalAddress({ ...row, address: row.legal_address }),
  country: row.country,
});
