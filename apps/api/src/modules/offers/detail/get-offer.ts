import type { endpoints } from '@wopack/contract';
import {
  cancellationDeadline,
  eurosFromCents,
  formatCents,
  type Language,
  pickupDateText,
} from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Preview } from '../../../platform/http/pages/preview.ts';
import type { Call } from '../../../platform/http/route.ts';
import { translate } from '../../../platform/messages/translate.ts';
import { getCachedProductTypes } from '../../products/index.ts';
import { meanRating, translateTypes } from '../../sale-places/index.ts';
import { chordToMetres } from '../geometry.rules.ts';
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

const MAX_DESCRIPTION_LENGTH = 160;

/** Preview of a shared product link: name, sale place, price and pickup time. Null when there is no such product. */
export const createOfferPreview =
  ({ db, clock }: Context) =>
  async (id: number, language: Language): Promise<Preview | null> => {
    const row = await findOffer(db, id, null, null, clock.now());
    if (!row) return null;
    const price = formatCents(row.price_cents, language);
    const value = formatCents(row.old_price_cents, language);
    // Previews stay in chats for days, so the date is absolute.
    const pickup =
      row.starts_at && row.ends_at ? pickupDateText(row.starts_at, row.ends_at, row.time_zone, language) : '';
    const descriptionParts = [
      row.old_price_cents > row.price_cents
        ? translate('preview.priceAndValue', language, { price, value })
        : price,
      pickup && translate('preview.pickup', language, { pickup }),
      `${row.place_name}, ${row.address}`,
    ];
    const photo = row.photos[0];
    return {
      path: `/offers/${id}`,
      title: `${row.name} · ${row.place_name}`,
      description: `${descriptionParts.filter(Boolean).join(' · ')}. ${shortenText(row.description)}`.trim(),
      image: photo
        ? { path: photo.path, width: 1280, height: 720, alt: row.name }
        : { path: '/preview.jpg', width: 1200, height: 630, alt: row.name },
      product: { name: row.name, photo: photo ?? null },
    };
  };

const shortenText = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MAX_DESCRIPTION_LENGTH
    ? `${line.slice(0, MAX_DESCRIPTION_LENGTH).replace(/\s\S*$/, '')}…`
    : line;
};
