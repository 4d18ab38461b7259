import type { allergens, diets } from '@wopack/contract';
import type { Concept } from '../concepts.ts';
import type { Food } from '../pictures/foods.ts';

/** Slugs of `product_types`. */
export const packTypes = [
  'bakery',
  'meals',
  'groceries',
  'sweets',
  'sushi',
  'vegetarian',
  'breakfast',
] as const;
export type PackType = (typeof packTypes)[number];

type Allergen = (typeof allergens)[number];
type Diet = (typeof diets)[number];

/** Small, middling and large packs: each has its own price tiers. */
export type Size = 's' | 'm' | 'l';

/** A pack as a seller describes it. `foods` are what its picture shows, the most telling first. */
export interface PackText {
  name: string;
  about: string;
  by: Concept[];
  foods: Food[];
  allergens: Allergen[];
  diet?: Diet[];
  also?: PackType[];
  size: Size;
}
