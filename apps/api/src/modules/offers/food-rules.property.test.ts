import { allergens, diets } from '@wopack/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestApp } from '../../../test/support/test-app.ts';
import { buildSearchTerms, formatSearchVector } from '../products/index.ts';
import { suitsFoodOf } from './favourites.queries.ts';
import { listFoodConditions } from './offer-filters.ts';

const api = useTestApp();

// Few of each, so that they meet.
const someAllergens = fc.subarray([...allergens].slice(0, 5), { maxLength: 4 });
const product = fc.record({
  diet: fc.subarray([...diets]),
  allergens: someAllergens,
  saysNone: fc.boolean(),
});
const food = fc.record({ diets: fc.subarray([...diets], { maxLength: 3 }), freeOf: someAllergens });

test('lists and notices leave out the same products', async () => {
  let suitable = 0;
  let unsuitable = 0;
  await fc.assert(
    fc.asyncProperty(
      product,
      fc.array(food, { minLength: 1, maxLength: 20 }),
      async ({ diet, allergens: named, saysNone }, foods) => {
        const isFree = saysNone && named.length === 0;
        const search = formatSearchVector(
          buildSearchTerms({
            ...{
              name: 'Cesto',
              types: [],
              salePlaceTypes: [],
              salePlaceName: 'Aurora',
              address: 'Rua 1',
              description: 'x',
            },
            ...{ diet, allergens: named, isFreeOfAllergens: isFree },
          }),
        );
        for (const { diets: eaten, freeOf } of foods) {
          const query = listFoodConditions({ diets: eaten, freeOf, hasUnnamed: false }).join(' & ');
          const { rows } = await sql<{ in_list: boolean; in_notice: boolean }>`
            select ${query === '' ? sql`true` : sql`p.search @@ ${query}::tsquery`} as in_list,
              ${suitsFoodOf('eater')} as in_notice
            from (select ${search}::tsvector as search, ${diet}::text[] as diet, ${named}::text[] as allergens,
              ${isFree}::boolean as is_free_of_allergens) p
            cross join (select ${eaten}::text[] as diets, ${freeOf}::text[] as avoided_allergens) eater`.execute(
            api.db,
          );
          const { in_list: isInList, in_notice: isInNotice } = rows[0]!;
          expect(isInNotice).toBe(isInList);
          if (isInList) suitable++;
          else unsuitable++;
        }
      },
    ),
    { numRuns: 60 },
  );
  expect(Math.min(suitable, unsuitable)).toBeGreaterThan(20);
});
