import { productTexts } from '../pack-texts/index.ts';
import type { ProductType } from '../pack-texts/product-text.ts';
import type { Backdrop } from './backdrops.ts';
import type { Food } from './foods.ts';
import type { PictureKey } from './picture-keys.ts';

const backdropByProductType: Record<ProductType, Backdrop> = {
  bakery: 'bakery',
  meals: 'meal',
  groceries: 'green',
  sweets: 'sweet',
  sushi: 'sushi',
  vegetarian: 'green',
  breakfast: 'drink',
};

/**
 * Contents of a picture: the first photo has all foods of the product, the second three of one, the third
 * the remaining ones on the backdrop of the product's second type.
 */
export function getScene({ type, number, shot }: PictureKey): { backdrop: Backdrop; foodsShown: Food[] } {
  const texts = productTexts[type];
  const { foods, extraTypes } = texts[number % texts.length]!;
  const [mainFood, ...otherFoods] = foods;
  const round = Math.floor(number / texts.length);
  if (shot === 1)
    return { backdrop: backdropByProductType[type], foodsShown: [mainFood!, mainFood!, mainFood!] };
  if (shot === 2) {
    const others = [...otherFoods].reverse();
    const foodsShown = others.length < 3 ? [...others, mainFood!] : others;
    return { backdrop: backdropByProductType[extraTypes?.[0] ?? type], foodsShown: foodsShown.slice(0, 4) };
  }
  // Products that share a text show different foods beside the main one.
  const from = round % otherFoods.length;
  const rotatedFoods = [...otherFoods.slice(from), ...otherFoods.slice(0, from)];
  return {
    backdrop: backdropByProductType[type],
    foodsShown: [mainFood!, ...rotatedFoods].slice(0, round % 2 ? 4 : 5),
  };
}
