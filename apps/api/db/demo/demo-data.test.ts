import { existsSync } from 'node:fs';
import { allergens, diets } from '@wopack/contract';
import { calendarOfSchedule, listUpcomingWindows, maxOldPriceCents, validateSchedule } from '@wopack/domain';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import {
  formatPictureKey,
  getScene,
  PICTURES_PER_TYPE,
  paintDemoFile,
  paintDemoPicture,
  parsePictureKey,
} from './pictures/paint-pictures.ts';
import { foods, getEmojiPath } from './pictures/sprites.ts';
import { salePlaceTypesByConcept } from './places/sale-place-names.ts';
import { isOnLand } from './places/sale-places.ts';
import { streets } from './places/streets.ts';
import { planSalePlaces } from './planned-sale-places.ts';
import { productTexts, productTypes } from './product-texts/index.ts';
import { createTimetable, TIME_ZONE } from './products.ts';
import { createRandom } from './random.ts';
import { distributeStars } from './sales/ratings.ts';

const timetable = createTimetable();
const salePlaces = [...planSalePlaces({ salePlaces: 330, products: 720 }, timetable)];
const products = salePlaces.flatMap((plannedSalePlace) => plannedSalePlace.products);

test('a first start has hundreds of sale places and products of every type', () => {
  expect(salePlaces.length).toBeGreaterThanOrEqual(300);
  expect(products.length).toBeGreaterThanOrEqual(600);
  expect(new Set(products.map(({ type }) => type))).toEqual(new Set(productTypes));
  const salePlaceTypes = new Set(
    salePlaces.flatMap(({ salePlace }) => salePlaceTypesByConcept[salePlace.concept]),
  );
  expect(salePlaceTypes).toEqual(
    new Set(['bakery', 'cafe', 'restaurant', 'supermarket', 'hotel', 'gas_station']),
  );
});

test('the demo is deterministic', () => {
  expect([...planSalePlaces({ salePlaces: 330, products: 720 }, createTimetable())]).toEqual(salePlaces);
});

test('a large demo has exactly the requested size', () => {
  const largePlan = [...planSalePlaces({ salePlaces: 2000, products: 9000 }, createTimetable())];
  expect(largePlan).toHaveLength(2000);
  expect(largePlan.reduce((sum, plannedSalePlace) => sum + plannedSalePlace.products.length, 0)).toBe(9000);
  expect(largePlan.filter(({ salePlace }) => !isOnLand(salePlace.latitude, salePlace.longitude))).toEqual([]);
});

describe('sale places', () => {
  test('are on land, within 200 m of a real street', () => {
    expect(streets.length).toBeGreaterThanOrEqual(120);
    for (const { salePlace } of salePlaces) {
      expect(isOnLand(salePlace.latitude, salePlace.longitude), salePlace.address).toBe(true);
      const street = streets.find(
        ({ name, city }) => salePlace.address.startsWith(name) && salePlace.city === city,
      )!;
      const isNearStreet = streets.some(
        ({ latitude, longitude }) =>
          Math.hypot((salePlace.latitude - latitude) * 111_320, (salePlace.longitude - longitude) * 86_000) <
          200,
      );
      expect(street && isNearStreet, salePlace.address).toBe(true);
    }
  });

  test('have distinct names', () => {
    expect(new Set(salePlaces.map(({ salePlace }) => salePlace.name)).size).toBe(salePlaces.length);
    expect(new Set(salePlaces.map(({ salePlace }) => salePlace.phone)).size).toBe(salePlaces.length);
  });
});

test.each([
  ['the Rossio', 38.7139, -9.1394, true],
  ['Cacilhas', 38.6866, -9.1492, true],
  ['the Ribeira of Porto', 41.1425, -8.6143, true],
  ['the Tejo before the Terreiro do Paço', 38.702, -9.135, false],
  ['the Mar da Palha', 38.73, -9.06, false],
  ['the Douro under the bridge', 41.1394, -8.6094, false],
  ['the sea before Cascais', 38.685, -9.43, false],
  ['the sea before Foz', 41.16, -8.7, false],
])('isOnLand: %s', (_name, latitude, longitude, expected) => {
  expect(isOnLand(latitude, longitude)).toBe(expected);
});

describe('products', () => {
  test('have a discount of at most 70 %', () => {
    for (const { priceCents, oldPriceCents } of products) {
      expect(oldPriceCents).toBeLessThanOrEqual(maxOldPriceCents(priceCents));
      expect(oldPriceCents).toBeGreaterThan(priceCents);
    }
  });

  test('next to each other have different texts', () => {
    const names = products.map(({ type, textIndex }) => productTexts[type][textIndex]!.name);
    expect(names.filter((name, i) => name === names[i + 1])).toEqual([]);
  });

  test('have one to seven units a day, some are sold out, most are rated', () => {
    const getShare = (subset: unknown[]) => subset.length / products.length;
    for (const { quantity, soldQuantity, ratingSum, ratingCount } of products) {
      expect(quantity).toBeGreaterThanOrEqual(1);
      expect(quantity).toBeLessThanOrEqual(7);
      expect(soldQuantity).toBeLessThanOrEqual(quantity);
      expect(ratingSum).toBeLessThanOrEqual(5 * ratingCount);
    }
    expect(
      getShare(products.filter(({ soldQuantity, quantity }) => soldQuantity === quantity)),
    ).toBeGreaterThan(0.03);
    expect(getShare(products.filter(({ soldQuantity, quantity }) => soldQuantity === quantity))).toBeLessThan(
      0.1,
    );
    expect(getShare(products.filter(({ ratingCount }) => ratingCount > 0))).toBeGreaterThan(0.7);
  });

  test('have pictures that can be rendered and match their texts', () => {
    for (const { type, textIndex, pictureNumber } of products) {
      expect(parsePictureKey(formatPictureKey({ type, number: pictureNumber, shot: 0 }))).not.toBeNull();
      expect(pictureNumber % productTexts[type].length).toBe(textIndex);
    }
  });

  test('have allergens and diets of the contract', () => {
    for (const { allergens: productAllergens, diet = [], foods, name } of Object.values(
      productTexts,
    ).flat()) {
      expect(
        productAllergens.every((value) => allergens.includes(value)),
        name,
      ).toBe(true);
      expect(
        diet.every((value) => diets.includes(value)),
        name,
      ).toBe(true);
      expect(foods.length, name).toBeGreaterThanOrEqual(3);
      // A diet must not contradict the allergens.
      if (diet.includes('vegan')) expect(productAllergens, name).not.toContain('milk');
      if (diet.includes('vegan')) expect(productAllergens, name).not.toContain('eggs');
      if (diet.includes('lactose_free')) expect(productAllergens, name).not.toContain('milk');
      if (diet.includes('gluten_free')) expect(productAllergens, name).not.toContain('gluten');
      if (diet.includes('vegetarian')) expect(productAllergens, name).not.toContain('fish');
    }
  });
});

describe('schedules', () => {
  test('are valid', () => {
    for (const schedule of timetable.schedules) expect(validateSchedule(schedule)).toEqual([]);
  });

  test('at any hour of a week most products are on sale for today or tomorrow, and some can be collected now', () => {
    for (let hour = 0; hour < 168; hour++) {
      const now = new Date(Date.UTC(2026, 10, 16, hour, 20));
      const nextWindows = timetable.schedules.map(
        (schedule) => listUpcomingWindows(calendarOfSchedule(schedule), TIME_ZONE, now)[0],
      );
      const openSoon = products.filter(
        ({ scheduleIndex }) =>
          nextWindows[scheduleIndex]!.starts_at.getTime() < now.getTime() + 36 * 3_600_000,
      );
      const openNow = products.filter(({ scheduleIndex }) => nextWindows[scheduleIndex]!.starts_at <= now);
      expect(openSoon.length / products.length, now.toISOString()).toBeGreaterThan(0.7);
      expect(openNow.length, now.toISOString()).toBeGreaterThanOrEqual(2);
    }
  });
});

test('stars are one to five with the requested mean, to the nearest star', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 300 }),
      fc.double({ min: 1, max: 5, noNaN: true }),
      (count, mean) => {
        const stars = distributeStars(count, mean, createRandom(`${count} ${mean}`));
        expect(stars).toHaveLength(count);
        for (const star of stars) expect([1, 2, 3, 4, 5]).toContain(star);
        expect(stars.reduce((sum, star) => sum + star, 0)).toBe(Math.round(count * mean));
      },
    ),
  );
});

describe('pictures', () => {
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
});
