import { sql } from 'kysely';
import type { Trx } from '../../../src/platform/db/database.ts';
import { salePlaceTypesByConcept } from '../concepts.ts';
import { salePlaceDescriptions } from '../places/sale-place-names.ts';
import type { DemoSalePlace } from '../places/sale-places.ts';
import { TIME_ZONE } from '../schedules.ts';

export interface NewSalePlace {
  salePlace: DemoSalePlace;
  sellerId: number;
  ratingSum: number;
  ratingCount: number;
  /** Distinct search words of name and address. */
  words: string;
}

/** Returns the ids in order. */
export async function insertSalePlaces(trx: Trx, salePlaces: readonly NewSalePlace[]): Promise<number[]> {
  const types = await trx.selectFrom('sale_place_types').select(['id', 'slug']).execute();
  const typeIds = new Map(types.map(({ id, slug }) => [slug, id]));
  const column = <T>(value: (newSalePlace: NewSalePlace) => T): T[] => salePlaces.map(value);
  const { rows } = await sql<{ id: number }>`
    insert into sale_places (seller_id, name, description, phone, address, latitude, longitude, time_zone, type_ids,
      logo, search, rating_sum, rating_count, created_at)
    select seller_id, name, description, phone, address, latitude, longitude, ${TIME_ZONE}, categories::int[],
      logo, array_to_tsvector(string_to_array(words, ' ')), rating_sum, rating_count,
      (select created_at from users where users.id = seller_id)
    from unnest(${column(({ sellerId }) => sellerId)}::int[], ${column(({ salePlace }) => salePlace.name)}::text[],
      ${column(({ salePlace }) => salePlaceDescriptions[salePlace.concept])}::text[],
      ${column(({ salePlace }) => salePlace.phone)}::text[], ${column(({ salePlace }) => salePlace.address)}::text[],
      ${column(({ salePlace }) => salePlace.latitude)}::float8[], ${column(({ salePlace }) => salePlace.longitude)}::float8[],
      ${column(({ salePlace }) => `{${salePlaceTypesByConcept[salePlace.concept].map((slug) => typeIds.get(slug)).join()}}`)}::text[],
      ${column(({ salePlace }) => `/media/demo/logo-${salePlace.concept}.webp`)}::text[],
      ${column(({ words }) => words)}::text[],
      ${column(({ ratingSum }) => ratingSum)}::int[], ${column(({ ratingCount }) => ratingCount)}::int[])
      with ordinality as place (seller_id, name, description, phone, address, latitude, longitude, categories, logo,
        words, rating_sum, rating_count, n)
    order by n
    returning id`.execute(trx);
  return rows.map(({ id }) => id);
}
