import { sql } from 'kysely';
import type { Trx } from '../../../src/platform/db/database.ts';
import { placeTypesOf } from '../concepts.ts';
import { venueDescriptions } from '../places/venue-names.ts';
import type { Venue } from '../places/venues.ts';
import { TIME_ZONE } from '../schedules.ts';

export interface NewPlace {
  venue: Venue;
  ownerId: number;
  ratingSum: number;
  ratingCount: number;
  /** Of name and address, as they are looked up; each once. */
  words: string;
}

/** Answers the ids in order. */
export async function insertPlaces(trx: Trx, places: readonly NewPlace[]): Promise<number[]> {
  const types = await trx.selectFrom('sale_place_types').select(['id', 'slug']).execute();
  const typeIds = new Map(types.map(({ id, slug }) => [slug, id]));
  const column = <T>(value: (place: NewPlace) => T): T[] => places.map(value);
  const { rows } = await sql<{ id: number }>`
    insert into sale_places (owner_id, name, description, phone, address, latitude, longitude, time_zone, category_ids,
      logo, search, rating_sum, rating_count, created_at)
    select owner_id, name, description, phone, address, latitude, longitude, ${TIME_ZONE}, categories::int[],
      logo, array_to_tsvector(string_to_array(words, ' ')), rating_sum, rating_count,
      (select created_at from users where users.id = owner_id)
    from unnest(${column(({ ownerId }) => ownerId)}::int[], ${column(({ venue }) => venue.name)}::text[],
      ${column(({ venue }) => venueDescriptions[venue.concept])}::text[],
      ${column(({ venue }) => venue.phone)}::text[], ${column(({ venue }) => venue.address)}::text[],
      ${column(({ venue }) => venue.latitude)}::float8[], ${column(({ venue }) => venue.longitude)}::float8[],
      ${column(({ venue }) => `{${placeTypesOf[venue.concept].map((slug) => typeIds.get(slug)).join()}}`)}::text[],
      ${column(({ venue }) => `/media/demo/logo-${venue.concept}.webp`)}::text[],
      ${column(({ words }) => words)}::text[],
      ${column(({ ratingSum }) => ratingSum)}::int[], ${column(({ ratingCount }) => ratingCount)}::int[])
      with ordinality as place (owner_id, name, description, phone, address, latitude, longitude, categories, logo,
        words, rating_sum, rating_count, n)
    order by n
    returning id`.execute(trx);
  return rows.map(({ id }) => id);
}
