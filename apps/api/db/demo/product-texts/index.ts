import { bakery } from './bakery.ts';
import { breakfast } from './breakfast.ts';
import { groceries } from './groceries.ts';
import { meals } from './meals.ts';
import type { ProductText, ProductType } from './product-text.ts';
import { sushi } from './sushi.ts';
import { sweets } from './sweets.ts';
import { english, englishClosings } from './translations-en.ts';
import { russian, russianClosings } from './translations-ru.ts';
import { vegetarian } from './vegetarian.ts';

export * from './product-text.ts';

/** Product texts by main type. Pictures refer to positions in these lists: only append. */
export const productTexts: Record<ProductType, readonly ProductText[]> = {
  bakery,
  meals,
  groceries,
  sweets,
  sushi,
  vegetarian,
  breakfast,
};

/** The same texts in the other languages. */
export const translations = {
  en: { texts: english, closings: englishClosings },
  ru: { texts: russian, closings: russianClosings },
} as const;
