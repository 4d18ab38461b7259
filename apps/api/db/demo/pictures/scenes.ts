import { packTexts } from '../pack-texts/index.ts';
import type { PackType } from '../pack-texts/pack-text.ts';
import type { Backdrop } from './backdrops.ts';
import type { Food } from './foods.ts';
import type { PictureKey } from './picture-keys.ts';

const backdropOf: Record<PackType, Backdrop> = {
  bakery: 'bakery',
  meals: 'meal',
  groceries: 'green',
  sweets: 'sweet',
  sushi: 'sushi',
  vegetarian: 'green',
  breakfast: 'drink',
};

/**
 * What a picture shows: the foods its pack speaks of. The first photo has them all, the second three of one,
 * the third what else there is, on the backdrop of the pack's second type.
 */
export function sceneOf({ type, number, shot }: PictureKey): { backdrop: Backdrop; shown: Food[] } {
  const texts = packTexts[type];
  const { foods, also } = texts[number % texts.length]!;
  const [hero, ...rest] = foods;
  const round = Math.floor(number / texts.length);
  if (shot === 1) return { backdrop: backdropOf[type], shown: [hero!, hero!, hero!] };
  if (shot === 2) {
    const others = [...rest].reverse();
    const shown = others.length < 3 ? [...others, hero!] : others;
    return { backdrop: backdropOf[also?.[0] ?? type], shown: shown.slice(0, 4) };
  }
  // Packs that share a text take turns in what stands beside the hero.
  const from = round % rest.length;
  const turned = [...rest.slice(from), ...rest.slice(0, from)];
  return { backdrop: backdropOf[type], shown: [hero!, ...turned].slice(0, round % 2 ? 4 : 5) };
}
