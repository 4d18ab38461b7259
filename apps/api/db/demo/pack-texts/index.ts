import { bakery } from './bakery.ts';
import { breakfast } from './breakfast.ts';
import { groceries } from './groceries.ts';
import { meals } from './meals.ts';
import type { PackText, PackType } from './pack-text.ts';
import { sushi } from './sushi.ts';
import { sweets } from './sweets.ts';
import { vegetarian } from './vegetarian.ts';

/** What sellers wrote, by main type. Pictures are found by place in these lists: add at the end. */
export const packTexts: Record<PackType, readonly PackText[]> = {
  bakery,
  meals,
  groceries,
  sweets,
  sushi,
  vegetarian,
  breakfast,
};
