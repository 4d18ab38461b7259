import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Contents, hasSameContents, hasSameTexts, planCopies } from './links.rules.ts';

const language = fc.constantFrom('pt' as const, 'en' as const, 'ru' as const);
const contents: fc.Arbitrary<Contents> = fc.record({
  name: fc.constantFrom('Cesto', 'Caixa'),
  description: fc.constantFrom('Pão.', 'Bolo.'),
  language,
  type_ids: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 3 }),
  photos: fc.array(fc.record({ path: fc.constantFrom('a', 'b') }), { maxLength: 3 }),
  allergens: fc.array(fc.constantFrom('gluten', 'milk'), { maxLength: 3 }),
  is_free_of_allergens: fc.boolean(),
  is_perishable: fc.boolean(),
  weight_grams: fc.constantFrom(null, 500, 1100),
  diet: fc.array(fc.constantFrom('vegan', 'halal'), { maxLength: 3 }),
  vat_rate: fc.constantFrom(6, 'mixed' as const, null),
});

const sorted = (values: readonly unknown[]) => [...new Set(values)].toSorted();
const describe = ({ type_ids, allergens, diet, ...rest }: Contents) =>
  JSON.stringify({ ...rest, lists: [type_ids, allergens, diet].map(sorted) });

test('contents are the same in any order of types, allergens and diets, but not of photos', () => {
  fc.assert(
    fc.property(contents, contents, (a, b) => {
      const ordered = ({ name, description, language: textLanguage, photos, ...rest }: Contents) => ({
        name,
        description,
        language: textLanguage,
        photos,
        ...rest,
      });
      expect(hasSameContents(a, b)).toBe(describe(ordered(a)) === describe(ordered(b)));
      expect(hasSameContents(a, { ...a, type_ids: a.type_ids.toReversed() })).toBe(true);
    }),
  );
});

const texts = fc.uniqueArray(
  fc.record({ language, name: fc.constantFrom('x', 'y'), description: fc.constantFrom('z', '') }),
  { selector: (text) => text.language },
);

test('texts are the same in any order of languages', () => {
  const key = (list: readonly object[]) =>
    JSON.stringify(list.map((text) => JSON.stringify(text)).toSorted());
  fc.assert(
    fc.property(texts, texts, (a, b) => {
      expect(hasSameTexts(a, b)).toBe(key(a) === key(b));
      expect(hasSameTexts(a, a.toReversed())).toBe(true);
    }),
  );
});

test('each chosen sale place gets one copy, or has a linked product; independent copies are made everywhere', () => {
  const ids = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 10 });
  fc.assert(
    fc.property(ids, ids, fc.boolean(), (salePlaceIds, linkedPlaceIds, isLinked) => {
      const { made, linkedBefore } = planCopies(salePlaceIds, { isLinked, linkedPlaceIds });
      expect([...made, ...linkedBefore].toSorted((a, b) => a - b)).toEqual(
        [...new Set(salePlaceIds)].toSorted((a, b) => a - b),
      );
      expect(made).toEqual(made.toSorted((a, b) => a - b));
      if (isLinked) {
        expect(made.filter((id) => linkedPlaceIds.includes(id))).toEqual([]);
        expect(linkedBefore.every((id) => linkedPlaceIds.includes(id))).toBe(true);
      } else expect(linkedBefore).toEqual([]);
    }),
  );
});
