import { sql } from 'kysely';
import { photoPaths } from '../../../src/modules/media/index.ts';
import type { Trx } from '../../../src/platform/db/database.ts';
import { searchWords } from '../../../src/platform/words.ts';
import { closings } from '../pack-texts/closings.ts';
import { packTexts } from '../pack-texts/index.ts';
import { type PackType, packTypes } from '../pack-texts/pack-text.ts';
import { MAX_PHOTOS, PICTURES_PER_TYPE, pictureKey } from '../pictures/picture-keys.ts';
import { randomFrom } from '../random.ts';

/** Numbers under which texts and photos stand in the temporary tables. */
export const textNumber = (type: PackType, text: number, closing: number): number =>
  (packTypes.indexOf(type) * 1000 + text) * closings.length + closing;
export const photosNumber = (type: PackType, picture: number): number =>
  packTypes.indexOf(type) * PICTURES_PER_TYPE + picture;

/**
 * Texts and photos are few and packs may be a million: they are sent once, and packs refer to them. Answers the words
 * that find them.
 */
export async function insertTexts(trx: Trx): Promise<Set<string>> {
  const types = await trx.selectFrom('product_types').select(['id', 'slug', 'name']).execute();
  const typeOf = (slug: string) => types.find((type) => type.slug === slug)!;
  const all = new Set<string>();
  const endings = closings.map((closing) => searchWords(closing));
  const rows = packTypes.flatMap((type) =>
    packTexts[type].flatMap(({ name, about, also = [], allergens, diet = [] }, text) => {
      const categories = [type, ...also.filter((other) => other !== type)].map(typeOf);
      const own = searchWords([name, about, ...categories.flatMap((c) => Object.values(c.name))].join(' '));
      return closings.map((closing, c) => {
        const words = [...new Set([...own, ...endings[c]!])];
        for (const word of words) all.add(word);
        return {
          n: textNumber(type, text, c),
          name,
          description: closing ? `${about} ${closing}` : about,
          categories: `{${categories.map(({ id }) => id).join()}}`,
          allergens: `{${allergens.join()}}`,
          diet: `{${diet.join()}}`,
          words: words.join(' '),
        };
      });
    }),
  );
  await sql`
    create temporary table demo_texts on commit drop as
    select n, name, description, categories::int[], allergens::text[], diet::text[],
      array_to_tsvector(string_to_array(words, ' ')) as search
    from unnest(${rows.map(({ n }) => n)}::int[], ${rows.map(({ name }) => name)}::text[],
      ${rows.map(({ description }) => description)}::text[], ${rows.map(({ categories }) => categories)}::text[],
      ${rows.map(({ allergens }) => allergens)}::text[], ${rows.map(({ diet }) => diet)}::text[],
      ${rows.map(({ words }) => words)}::text[])
      as text (n, name, description, categories, allergens, diet, words)`.execute(trx);
  await insertPhotos(trx);
  return all;
}

/** Every picture number with one to three photos, always the same. */
async function insertPhotos(trx: Trx): Promise<void> {
  const random = randomFrom('photos');
  const rows = packTypes.flatMap((type) =>
    Array.from({ length: PICTURES_PER_TYPE }, (_, picture) => {
      const shots = Array.from({ length: random.pick([1, 2, 2, MAX_PHOTOS]) }, (_unused, shot) => shot);
      const photos = shots.map((shot) =>
        photoPaths(`/media/demo/${pictureKey({ type, number: picture, shot })}`),
      );
      return { n: photosNumber(type, picture), photos: JSON.stringify(photos) };
    }),
  );
  await sql`
    create temporary table demo_photos on commit drop as
    select n, photos::jsonb
    from unnest(${rows.map(({ n }) => n)}::int[], ${rows.map(({ photos }) => photos)}::text[]) as photo (n, photos)
  `.execute(trx);
}

export const insertSearchWords = (trx: Trx, words: ReadonlySet<string>) =>
  sql`insert into search_words (word) select unnest(${[...words]}::text[]) on conflict do nothing`.execute(
    trx,
  );
