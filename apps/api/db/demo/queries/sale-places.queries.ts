import type { SlotWindow } from '@wopack/domain';
import { sql } from 'kysely';
import { listPhotoPaths } from '../../../src/modules/media/index.ts';
import {
  buildSearchTerms,
  formatSearchVector,
  listSearchWords,
} from '../../../src/modules/products/index.ts';
import type { Trx } from '../../../src/platform/db/database.ts';
import { formatPictureKey, MAX_PHOTOS, PICTURES_PER_TYPE } from '../pictures/paint-pictures.ts';
import { salePlaceDescriptions, salePlaceTypesByConcept } from '../places/sale-place-names.ts';
import type { DemoSalePlace } from '../places/sale-places.ts';
import {
  closings,
  type ProductType,
  productTexts,
  productTypes,
  translations,
} from '../product-texts/index.ts';
import { type DemoProduct, TIME_ZONE } from '../products.ts';
import { createRandom } from '../random.ts';

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
    insert into sale_places (seller_id, name, description, descriptions, phone, address, latitude, longitude, time_zone,
      type_ids, logo, search, rating_sum, rating_count, created_at)
    select seller_id, name, description, descriptions::jsonb, phone, address, latitude, longitude, ${TIME_ZONE}, categories::int[],
      logo, array_to_tsvector(string_to_array(words, ' ')), rating_sum, rating_count,
      (select created_at from users where users.id = seller_id)
    from unnest(${column(({ sellerId }) => sellerId)}::int[], ${column(({ salePlace }) => salePlace.name)}::text[],
      ${column(({ salePlace }) => salePlaceDescriptions[salePlace.concept].pt)}::text[],
      ${column(({ salePlace: { concept } }) => JSON.stringify({ ...salePlaceDescriptions[concept], pt: undefined }))}::text[],
      ${column(({ salePlace }) => salePlace.phone)}::text[], ${column(({ salePlace }) => salePlace.address)}::text[],
      ${column(({ salePlace }) => salePlace.latitude)}::float8[], ${column(({ salePlace }) => salePlace.longitude)}::float8[],
      ${column(({ salePlace }) => `{${salePlaceTypesByConcept[salePlace.concept].map((slug) => typeIds.get(slug)).join()}}`)}::text[],
      ${column(({ salePlace }) => `/media/demo/logo-${salePlace.concept}.webp`)}::text[],
      ${column(({ words }) => words)}::text[],
      ${column(({ ratingSum }) => ratingSum)}::int[], ${column(({ ratingCount }) => ratingCount)}::int[])
      with ordinality as place (seller_id, name, description, descriptions, phone, address, latitude, longitude, categories, logo,
        words, rating_sum, rating_count, n)
    order by n
    returning id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Sale places of a batch of products, with their search data. */
export interface ProductSalePlace {
  id: number;
  latitude: number;
  longitude: number;
  /** Its part of the lexemes of `products.search`, separated by spaces. */
  terms: string;
}

export interface NewProduct {
  product: DemoProduct;
  /** Index in the `salePlaces` passed along. */
  salePlaceIndex: number;
  /** Its texts in other languages are the seller's own; those of other products are translations. */
  isOwnedByDemoSeller: boolean;
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
      is_free_of_allergens, diet, weight_grams, state, daily_quantity, schedule, earth, search, rating_sum, rating_count, created_at)
    select place.id, text.name, text.description, product_row.price, product_row.value, text.categories, photo.photos, text.allergens,
      text.allergens = '{}', text.diet,
      -- Some do not say it.
      case when product_row.n % 4 > 0 then greatest(200, product_row.value * 4 / 5 / 50 * 50) end, 'active', product_row.quantity, schedule.week::jsonb, place.earth, text.search || place.search,
      product_row.rating_sum, product_row.rating_count, place.since
    from unnest(${products.map(({ salePlaceIndex }) => salePlaceIndex + 1)}::int[],
      ${column(({ type, textIndex, closingIndex }) => getTextNumber(type, textIndex, closingIndex))}::int[],
      ${column(({ type, pictureNumber }) => getPhotoSetNumber(type, pictureNumber))}::int[],
      ${column(({ priceCents }) => priceCents)}::int[], ${column(({ oldPriceCents }) => oldPriceCents)}::int[],
      ${column(({ quantity }) => quantity)}::int[], ${column(({ scheduleIndex }) => scheduleIndex + 1)}::int[],
      ${column(({ ratingSum }) => ratingSum)}::int[], ${column(({ ratingCount }) => ratingCount)}::int[])
      with ordinality as product_row (place, text, photo, price, value, quantity, schedule, rating_sum, rating_count, n)
    join (
      select n, id, ll_to_earth(latitude, longitude) as earth,
        terms::tsvector as search,
        (select created_at from sale_places where sale_places.id = sale_place_terms.id) as since
      from unnest(${salePlaces.map(({ id }) => id)}::int[], ${salePlaces.map(({ latitude }) => latitude)}::float8[],
        ${salePlaces.map(({ longitude }) => longitude)}::float8[], ${salePlaces.map(({ terms }) => terms)}::text[])
        with ordinality as sale_place_terms (id, latitude, longitude, terms, n)
    ) place on place.n = product_row.place
    join demo_texts text on text.n = product_row.text
    join demo_photos photo on photo.n = product_row.photo
    join unnest(${schedules}::text[]) with ordinality as schedule (week, n) on schedule.n = product_row.schedule
    order by product_row.n
    returning id`.execute(trx);
  const ids = rows.map(({ id }) => id);
  const textNumbers = column(({ type, textIndex, closingIndex }) =>
    getTextNumber(type, textIndex, closingIndex),
  );
  await sql`
    insert into product_texts (product_id, language, name, description, is_translated)
    select product_row.id, text.language, text.name, text.description, not product_row.is_own
    from unnest(${ids}::int[], ${textNumbers}::int[],
      ${products.map(({ isOwnedByDemoSeller }) => isOwnedByDemoSeller)}::boolean[]) as product_row (id, text, is_own)
    join demo_translations text on text.n = product_row.text`.execute(trx);
  return ids;
}

export interface ProductWithSlots {
  productId: number;
  scheduleIndex: number;
  quantity: number;
  soldQuantity: number;
}

/** Inserts slots from the windows of the products' schedules. Sold units are taken from the first slot. */
export async function insertSlots(
  trx: Trx,
  products: readonly ProductWithSlots[],
  windowsBySchedule: readonly (readonly SlotWindow[])[],
): Promise<void> {
  const windows = windowsBySchedule.flatMap((scheduleWindows, scheduleIndex) =>
    scheduleWindows.map((window, rank) => ({ ...window, schedule: scheduleIndex, rank })),
  );
  await sql`
    insert into pickup_slots (product_id, date, starts_at, ends_at, quantity, units_left)
    select product_row.id, slot.date, slot.starts_at, slot.ends_at, product_row.quantity,
      product_row.quantity - case slot.rank when 0 then product_row.sold else 0 end
    from unnest(${products.map(({ productId }) => productId)}::int[], ${products.map(({ scheduleIndex }) => scheduleIndex)}::int[],
      ${products.map(({ quantity }) => quantity)}::int[], ${products.map(({ soldQuantity }) => soldQuantity)}::int[])
      as product_row (id, schedule, quantity, sold)
    join unnest(${windows.map(({ schedule: scheduleIndex }) => scheduleIndex)}::int[], ${windows.map(({ rank }) => rank)}::int[],
      ${windows.map(({ date }) => date)}::date[], ${windows.map(({ starts_at }) => starts_at)}::timestamptz[],
      ${windows.map(({ ends_at }) => ends_at)}::timestamptz[])
      as slot (schedule, rank, date, starts_at, ends_at) on slot.schedule = product_row.schedule
    order by product_row.id, slot.rank`.execute(trx);
}

/** Numbers of texts and photos in the temporary tables. */
const getTextNumber = (type: ProductType, textIndex: number, closingIndex: number): number =>
  (productTypes.indexOf(type) * 1000 + textIndex) * closings.length + closingIndex;
const getPhotoSetNumber = (type: ProductType, pictureNumber: number): number =>
  productTypes.indexOf(type) * PICTURES_PER_TYPE + pictureNumber;

/**
 * Texts and photos are few and products may be a million, so they are sent once and products refer to them.
 * Returns their search words. Without translations all are Portuguese only.
 */
export async function insertProductTexts(trx: Trx, withTranslations: boolean): Promise<Set<string>> {
  const types = await trx.selectFrom('product_types').select(['id', 'slug', 'name']).execute();
  const getType = (slug: string) => types.find((type) => type.slug === slug)!;
  const allWords = new Set<string>();
  const rows = productTypes.flatMap((type) =>
    productTexts[type].flatMap(({ name, description, extraTypes = [], allergens, diet = [] }, textIndex) => {
      const categories = [type, ...extraTypes.filter((extraType) => extraType !== type)].map(getType);
      return closings.map((closing, closingIndex) => {
        const fullDescription = joinSentences(description, closing);
        const translated = withTranslations ? translate(type, textIndex, closingIndex) : [];
        const terms = buildSearchTerms({
          types: categories,
          name: [name, ...translated.map((text) => text.name)].join(' '),
          description: [fullDescription, ...translated.map((text) => text.description)].join(' '),
          allergens,
          isFreeOfAllergens: allergens.length === 0,
          diet,
          salePlaceTypes: [],
          salePlaceName: '',
          address: '',
        });
        for (const word of listSearchWords(terms)) allWords.add(word);
        return {
          n: getTextNumber(type, textIndex, closingIndex),
          translated,
          name,
          description: fullDescription,
          categories: `{${categories.map(({ id }) => id).join()}}`,
          allergens: `{${allergens.join()}}`,
          diet: `{${diet.join()}}`,
          terms: formatSearchVector(terms),
        };
      });
    }),
  );
  await sql`
    create temporary table demo_texts on commit drop as
    select n, name, description, categories::int[], allergens::text[], diet::text[],
      terms::tsvector as search
    from unnest(${rows.map(({ n }) => n)}::int[], ${rows.map(({ name }) => name)}::text[],
      ${rows.map(({ description }) => description)}::text[], ${rows.map(({ categories }) => categories)}::text[],
      ${rows.map(({ allergens }) => allergens)}::text[], ${rows.map(({ diet }) => diet)}::text[],
      ${rows.map(({ terms }) => terms)}::text[])
      as text (n, name, description, categories, allergens, diet, terms)`.execute(trx);
  const translatedRows = rows.flatMap(({ n, translated }) => translated.map((text) => ({ n, ...text })));
  await sql`
    create temporary table demo_translations on commit drop as
    select * from unnest(${translatedRows.map(({ n }) => n)}::int[],
      ${translatedRows.map(({ language }) => language)}::text[], ${translatedRows.map(({ name }) => name)}::text[],
      ${translatedRows.map(({ description }) => description)}::text[]) as text (n, language, name, description)`.execute(
    trx,
  );
  await insertPhotoSets(trx);
  return allWords;
}

const joinSentences = (description: string, closing: string): string =>
  closing ? `${description} ${closing}` : description;

const translate = (type: ProductType, textIndex: number, closingIndex: number) =>
  (['en', 'ru'] as const).map((language) => {
    const [name, description] = translations[language].texts[type][textIndex]!;
    const closing = translations[language].closings[closingIndex]!;
    return { language, name, description: joinSentences(description, closing) };
  });

/** One to three photos for every picture number, deterministic. */
async function insertPhotoSets(trx: Trx): Promise<void> {
  const random = createRandom('photos');
  const rows = productTypes.flatMap((type) =>
    Array.from({ length: PICTURES_PER_TYPE }, (_, pictureNumber) => {
      const shots = Array.from({ length: random.pick([1, 2, 2, MAX_PHOTOS]) }, (_photo, shot) => shot);
      const photos = shots.map((shot) =>
        listPhotoPaths(`/media/demo/${formatPictureKey({ type, number: pictureNumber, shot })}`),
      );
      return { n: getPhotoSetNumber(type, pictureNumber), photos: JSON.stringify(photos) };
    }),
  );
  await sql`
    create temporary table demo_photos on commit drop as
    select n, photos::jsonb
    from unnest(${rows.map(({ n }) => n)}::int[], ${rows.map(({ photos }) => photos)}::text[]) as photo (n, photos)
  `.execute(trx);
}
