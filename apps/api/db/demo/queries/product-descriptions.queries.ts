import { sql } from 'kysely';
import { listPhotoPaths } from '../../../src/modules/media/index.ts';
import {
  buildSearchTerms,
  formatSearchVector,
  listSearchWords,
} from '../../../src/modules/products/index.ts';
import type { Trx } from '../../../src/platform/db/database.ts';
import { formatPictureKey, MAX_PHOTOS, PICTURES_PER_TYPE } from '../pictures/picture-keys.ts';
import {
  closings,
  type ProductType,
  productTexts,
  productTypes,
  translations,
} from '../product-texts/index.ts';
import { createRandom } from '../random.ts';

/** Numbers of texts and photos in the temporary tables. */
export const getTextNumber = (type: ProductType, textIndex: number, closingIndex: number): number =>
  (productTypes.indexOf(type) * 1000 + textIndex) * closings.length + closingIndex;
export const getPhotoSetNumber = (type: ProductType, pictureNumber: number): number =>
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
          ...{ salePlaceTypes: [], salePlaceName: '', address: '' },
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
