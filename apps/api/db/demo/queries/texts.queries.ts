import { sql } from 'kysely';
import { listPhotoPaths } from '../../../src/modules/media/index.ts';
import {
  buildSearchTerms,
  formatSearchVector,
  listSearchWords,
} from '../../../src/modules/products/index.ts';
import type { Trx } from '../../../src/platform/db/database.ts';
import { formatPictureKey, MAX_PHOTOS, PICTURES_PER_TYPE } from '../pictures/picture-keys.ts';
import { closings, type ProductType, productTexts, productTypes } from '../product-texts/index.ts';
import { createRandom } from '../random.ts';

/** Numbers of texts and photos in the temporary tables. */
export const getTextNumber = (type: ProductType, textIndex: number, closingIndex: number): number =>
  (productTypes.indexOf(type) * 1000 + textIndex) * closings.length + closingIndex;
export const getPhotoSetNumber = (type: ProductType, pictureNumber: number): number =>
  productTypes.indexOf(type) * PICTURES_PER_TYPE + pictureNumber;

/**
 * Texts and photos are few and products may be a million, so they are sent once and products refer to them.
 * Returns their search words.
 */
export async function insertProductTexts(trx: Trx): Promise<Set<string>> {
  const types = await trx.selectFrom('product_types').select(['id', 'slug', 'name']).execute();
  const getType = (slug: string) => types.find((type) => type.slug === slug)!;
  const allWords = new Set<string>();
  const rows = productTypes.flatMap((type) =>
    productTexts[type].flatMap(({ name, description, extraTypes = [], allergens, diet = [] }, textIndex) => {
      const categories = [type, ...extraTypes.filter((extraType) => extraType !== type)].map(getType);
      return closings.map((closing, closingIndex) => {
        const fullDescription = closing ? `${description} ${closing}` : description;
        const terms = buildSearchTerms({
          ...{ name, types: categories, description: fullDescription },
          ...{ salePlaceTypes: [], salePlaceName: '', address: '' },
        });
        for (const word of listSearchWords(terms)) allWords.add(word);
        return {
          n: getTextNumber(type, textIndex, closingIndex),
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
  await insertPhotoSets(trx);
  return allWords;
}

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
