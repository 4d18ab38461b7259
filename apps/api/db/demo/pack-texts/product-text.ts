import type { allergens, diets } from '@wopack/contract';
import type { Concept } from '../concepts.ts';
import type { Food } from '../pictures/foods.ts';

/** Slugs of `product_types`. */
export const productTypes = [
  'bakery',
  'meals',
  'groceries',
  'sweets',
  'sushi',
  'vegetarian',
  'breakfast',
] as const;
export type ProductType = (typeof productTypes)[number];

type Allergen = (typeof allergens)[number];
type Diet = (typeof diets)[number];

/** Small, medium and large products, each with its own price tiers. */
export type ProductSize = 's' | 'm' | 'l';

/** Text of a product. `foods` are shown on its picture, the most important first. */
export interface ProductText {
  name: string;
  description: string;
  concepts: Concept[];
  foods: Food[];
  allergens: Allergen[];
  diet?: Diet[];
  extraTypes?: ProductType[];
  size: ProductSize;
}
