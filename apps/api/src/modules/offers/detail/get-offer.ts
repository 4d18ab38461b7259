import type { endpoints } from '@wopack/contract';
import { cancellationDeadline, eurosFromCents, pickupDateText } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Call } from '../../../platform/http/route.ts';
import { getCachedProductTypes } from '../../products/index.ts';
import { meanRating, translateTypes } from '../../sale-places/index.ts';
import { chordToMetres } from '../distance.rules.ts';
import { findOffer } from '../offers.queries.ts';

export async function getOffer(
  { db, clock }: Context,
  { params, query, actor, language }: Call<typeof endpoints.getOffer>,
) {
  const now = clock.now();
  const latitude = query.latitude ?? actor?.latitude;
  const longitude = query.longitude ?? actor?.longitude;
  const origin =
    typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : null;
  const row = await findOffer(db, params.id, actor?.id ?? null, origin, now);
  if (!row) throw new AppError('notFound');
  const { starts_at: start, ends_at: end } = row;
  return {
    data: {
      id: row.id,
      name: row.name,
      description: row.description,
      photos: row.photos,
      quantity: row.left ?? 0,
      price: eurosFromCents(row.price_cents),
      old_price: row.old_price_cents > row.price_cents ? eurosFromCents(row.old_price_cents) : null,
      rating: meanRating(row.rating_sum, row.rating_count),
      rating_count: row.rating_count,
      pickup: start && end ? pickupDateText(start, end, row.time_zone, language) : '',
      pickup_start: start?.toISOString() ?? null,
      pickup_end: end?.toISOString() ?? null,
      slot_id: row.slot_id,
      distance: origin ? chordToMetres(row.key) : null,
      is_favourite: Boolean(row.is_favourite),
      types: translateTypes(row.type_ids, await getCachedProductTypes(db), language),
      sale_place: {
        id: row.sale_place_id,
        name: row.place_name,
        address: row.address,
        phone: row.phone,
        latitude: row.latitude,
        longitude: row.longitude,
        time_zone: row.time_zone,
      },
      seller: {
        id: row.seller_id,
        name: row.legal_name ?? (`${row.seller_name} ${row.seller_surname}`.trim() || row.place_name),
        address: row.legal_address,
        country: row.country,
      },
      is_mine: row.seller_id === actor?.id,
      allergens: row.allergens as never,
      diet: row.diet as never,
      cancel_until: start ? cancellationDeadline(start).toISOString() : null,
    },
  };
}
