import { existsSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { productTypes } from '../product-texts/index.ts';
import { getScene, PICTURES_PER_TYPE, paintDemoFile, paintDemoPicture } from './paint-picture.ts';
import { foods, getEmojiPath } from './sprites.ts';

test.each(Object.values(foods).map(([emoji]) => emoji))('the emoji %s is in the folder', (emoji) => {
  expect(existsSync(getEmojiPath(emoji))).toBe(true);
});

describe('a product picture', () => {
  test.each([320, 640, 1280])('is a WebP of 16:9, %i pixels wide', async (width) => {
    const {
      format,
      width: w,
      height,
    } = await sharp(await paintDemoPicture('bakery-000003-0', width)).metadata();
    expect([format, w, height]).toEqual(['webp', width, (width * 9) / 16]);
  });

  test('is deterministic by key', async () => {
    const paint = (key: string) => paintDemoPicture(key, 320);
    expect(await paint('sushi-000000-1')).toEqual(await paint('sushi-000000-1'));
    expect(await paint('sushi-000000-1')).not.toEqual(await paint('sushi-000015-1'));
  });

  test('can be rendered for every type and number, with three to five foods', async () => {
    for (const type of productTypes) {
      await paintDemoPicture(`${type}-000011-2`, 320);
      for (let number = 0; number < PICTURES_PER_TYPE; number++) {
        for (const shot of [0, 1, 2]) {
          const { foodsShown } = getScene({ type, number, shot });
          expect(foodsShown.length).toBeGreaterThanOrEqual(3);
          expect(foodsShown.length).toBeLessThanOrEqual(5);
        }
      }
    }
  });
});

test.each([
  'bakery-000240-0-640.webp',
  'bakery-999999-0-640.webp',
  'bakery-000001-3-640.webp',
  'bakery-1-0-640.webp',
  'bakery-000001-0-641.webp',
  'bakery-000001-0-640.webp.png',
  '../bakery-000001-0-640.webp',
  'lasagne-000001-0-640.webp',
  'constructor-000001-0-640.webp',
  'avatar-somebody.webp',
  'avatar-constructor.webp',
  'logo-banco.webp',
  '',
])('%s is not a demo picture', async (name) => {
  expect(await paintDemoFile(name)).toBeNull();
});

test.each(['avatar-buyer', 'avatar-seller', 'avatar-partner', 'logo-padaria', 'logo-bomba'])(
  '%s is a square of 256 pixels',
  async (name) => {
    const { format, width, height } = await sharp((await paintDemoFile(`${name}.webp`))!).metadata();
    expect([format, width, height]).toEqual(['webp', 256, 256]);
  },
);

test('an unknown key or width is refused', async () => {
  await expect(paintDemoPicture('bakery-000240-0', 640)).rejects.toThrow('No such demo picture');
  await expect(paintDemoPicture('bakery-000001-0', 5000)).rejects.toThrow('No such demo picture');
});
