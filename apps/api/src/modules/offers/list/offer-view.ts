import { eurosFromCents, type Language, pickupDateText } from '@wopack/domain';
import { meanRating, translateTypes } from '../../sale-places/index.ts';
import { chordToMetres } from '../distance.rules.ts';
import type { Position } from '../offer-filters.ts';
import type { selectOfferPage } from './list.queries.ts';

type OfferRow = Awaited<ReturnType<typeof selectOfferPage>>[number];
type ProductTypes = Parameters<typeof translateTypes>[1];

interface OfferViewOptions {
  origin: Position | null;
  types: ProductTypes;
  language: Language;
}

/** A row of the list as everybody sees it: without the caller's heart. */
export const buildOfferView = (row: OfferRow, { origin, types, language }: OfferViewOptions) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  photos: row.photos,
  quantity: row.left,
  price: eurosFromCents(row.price_cents),
  old_price: row.old_price_cents > row.price_cents ? eurosFromCents(row.old_price_cents) : null,
  rating: meanRating(row.rating_sum, row.rating_count),
  rating_count: row.rating_count,
  pickup: pickupDateText(row.starts_at, row.ends_at, row.time_zone, language),
  pickup_start: row.starts_at.toISOString(),
  pickup_end: row.ends_at.toISOString(),
  slot_id: row.slot_id,
  distance: origin ? chordToMetres(row.key) : null,
  types: translateTypes(row.type_ids, types, language),
  sale_place: { id: row.place_id, name: row.place_name, address: row.address, time_zone: row.time_zone },
});
