import type { endpoints } from '@wopack/contract';
import { NEARBY_METRES } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Call } from '../../../platform/http/route.ts';
import { DECLARED_TERM } from '../../products/index.ts';
import { listFoodConditions, parseFood, resolveOrigin } from '../offer-filters.ts';
import { countSuitable, NO_FILTERS } from './list.queries.ts';

/** More offers nearby are not counted. */
const MAX_COUNTED = 1000;

/** Without a position nothing is near. */
const NOTHING = { total: 0, suitable: 0, unnamed: 0 };

/** What a form of diets and allergens says before its choice is used. */
export async function countSuitableOffers(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { query, actor }: Call<typeof endpoints.countSuitableOffers>,
) {
  const origin = resolveOrigin(query, actor);
  if (!origin) return { data: NOTHING };
  const food = parseFood(query);
  const conditions = listFoodConditions(food);
  const filters = { ...NO_FILTERS, origin, radius: NEARBY_METRES };
  const counts = await countSuitable(db, filters, {
    suitable: conditions.join(' & '),
    unnamed: food.freeOf.length
      ? [...listFoodConditions({ ...food, hasUnnamed: true }), `!${DECLARED_TERM}`].join(' & ')
      : null,
    limit: MAX_COUNTED,
    now: clock.now(),
  });
  return { data: conditions.length ? counts : { ...counts, suitable: counts.total } };
}
