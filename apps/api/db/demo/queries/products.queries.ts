import { sql } from 'kysely';
import type { Trx } from '../../../src/platform/db/database.ts';
import type { DemoProduct } from '../products.ts';
import { getPhotoSetNumber, getTextNumber } from './texts.queries.ts';

/** Sale places of a batch of products, with their search data. */
export interface ProductSalePlace {
  id: number;
  latitude: number;
  longitude: number;
  /** Words of name and address, separated by spaces. */
  words: string;
}

export interface NewProduct {
  product: DemoProduct;
  /** Index in the `salePlaces` passed along. */
  salePlaceIndex: number;
}

/** Returns the ids in order. */
export async function insertProducts(
  trx: Trx,
  salePlaces: readonly ProductSalePlace[],
  products: readonly NewProduct[],
  schedules: readonly string[],
): Promise<number[]> {
  const column = <T>(value: (product: DemoProduct) => T): T[] =>
    products.map(({ product }) => value(product));
  const { rows } = await sql<{ id: number }>`
    insert into products (sale_place_id, name, description, price_cents, old_price_cents, type_ids, photos, allergens,
      diet, state, daily_quantity, schedule, earth, search, rating_sum, rating_count, created_at)
    select place.id, text.name, text.description, pack.price, pack.value, text.categories, photo.photos, text.allergens,
      text.diet, 'active', pack.quantity, schedule.week::jsonb, place.earth, text.search || place.search,
      pack.rating_sum, pack.rating_count, place.since
    from unnest(${products.map(({ salePlaceIndex }) => salePlaceIndex + 1)}::int[],
      ${column(({ type, textIndex, closingIndex }) => getTextNumber(type, textIndex, closingIndex))}::int[],
      ${column(({ type, pictureNumber }) => getPhotoSetNumber(type, pictureNumber))}::int[],
      ${column(({ priceCents }) => priceCents)}::int[], ${column(({ oldPriceCents }) => oldPriceCents)}::int[],
      ${column(({ quantity }) => quantity)}::int[], ${column(({ scheduleIndex }) => scheduleIndex + 1)}::int[],
      ${column(({ ratingSum }) => ratingSum)}::int[], ${column(({ ratingCount }) => ratingCount)}::int[])
      with ordinality as pack (place, text, photo, price, value, quantity, schedule, rating_sum, rating_count, n)
    join (
      select n, id, ll_to_earth(latitude, longitude) as earth,
        array_to_tsvector(string_to_array(words, ' ')) as search,
        (select created_at from sale_places where sale_places.id = sale_place_words.id) as since
      from unnest(${salePlaces.map(({ id }) => id)}::int[], ${salePlaces.map(({ latitude }) => latitude)}::float8[],
        ${salePlaces.map(({ longitude }) => longitude)}::float8[], ${salePlaces.map(({ words }) => words)}::text[])
        with ordinality as sale_place_words (id, latitude, longitude, words, n)
    ) place on place.n = pack.place
    join demo_texts text on text.n = pack.text
    join demo_photos photo on photo.n = pack.photo
    join unnest(${schedules}::text[]) with ordinality as schedule (week, n) on schedule.n = pack.schedule
    order by pack.n
    returning id`.execute(trx);
  return rows.map(({ id }) => id);
}
