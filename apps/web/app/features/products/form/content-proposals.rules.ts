import type { MyProduct } from '../products.api.ts';
import type { AllergenName } from './product-draft.ts';

/** What packs of a kind often contain, by its slug. Only a proposal: what is in a pack is what its seller says. */
const USUAL_ALLERGENS: Record<string, readonly AllergenName[]> = {
  bakery: ['gluten', 'eggs', 'milk', 'sesame'],
  breakfast: ['gluten', 'eggs', 'milk', 'nuts'],
  sweets: ['gluten', 'eggs', 'milk', 'nuts'],
  meals: ['gluten', 'eggs', 'milk', 'celery'],
  sushi: ['gluten', 'crustaceans', 'fish', 'soy', 'sesame'],
};

/** What the chosen kinds often contain, each allergen once; empty: nothing is proposed. */
export const proposeAllergens = (slugs: readonly string[]): AllergenName[] => [
  ...new Set(slugs.flatMap((slug) => USUAL_ALLERGENS[slug] ?? [])),
];

type Answered = Pick<MyProduct, 'id' | 'sale_place_id' | 'allergens' | 'free_of_allergens' | 'state'>;

/** The last product of a sale place whose seller has said what may be in it. */
export const findLastAnswered = <T extends Answered>(
  products: readonly T[],
  salePlaceId: number,
): T | undefined =>
  products
    .filter(
      (product) =>
        product.sale_place_id === salePlaceId && (product.allergens.length > 0 || product.free_of_allergens),
    )
    .reduce<T | undefined>((last, product) => (last && last.id > product.id ? last : product), undefined);
