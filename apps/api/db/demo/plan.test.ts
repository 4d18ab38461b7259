import { allergens, diets } from '@wopack/contract';
import { everyWeek, maxOldPriceCents, scheduleProblems, upcomingWindows } from '@wopack/rules';
import { describe, expect, test } from 'vitest';
import { placeTypesOf } from './concepts.ts';
import { packTexts } from './pack-texts/index.ts';
import { packTypes } from './pack-texts/pack-text.ts';
import { parsePictureKey, pictureKey } from './pictures/picture-keys.ts';
import { onLand } from './places/land.ts';
import { streets } from './places/venues.ts';
import { plan } from './plan.ts';
import { newTimetable, TIME_ZONE } from './schedules.ts';

const timetable = newTimetable();
const places = [...plan({ places: 330, packs: 720 }, timetable)];
const packs = places.flatMap((place) => place.packs);

test('a first start has hundreds of venues and packs of every kind', () => {
  expect(places.length).toBeGreaterThanOrEqual(300);
  expect(packs.length).toBeGreaterThanOrEqual(600);
  expect(new Set(packs.map(({ type }) => type))).toEqual(new Set(packTypes));
  const kinds = new Set(places.flatMap(({ venue }) => placeTypesOf[venue.concept]));
  expect(kinds).toEqual(new Set(['bakery', 'cafe', 'restaurant', 'supermarket', 'hotel', 'gas_station']));
});

test('the same demo each time', () => {
  expect([...plan({ places: 330, packs: 720 }, newTimetable())]).toEqual(places);
});

test('a large demo has exactly what was asked for', () => {
  const large = [...plan({ places: 2000, packs: 9000 }, newTimetable())];
  expect(large).toHaveLength(2000);
  expect(large.reduce((sum, place) => sum + place.packs.length, 0)).toBe(9000);
  expect(large.filter(({ venue }) => !onLand(venue.latitude, venue.longitude))).toEqual([]);
});

describe('venues', () => {
  test('stand on land, within 200 m of a real street', () => {
    expect(streets.length).toBeGreaterThanOrEqual(120);
    for (const { venue } of places) {
      expect(onLand(venue.latitude, venue.longitude), venue.address).toBe(true);
      const street = streets.find(({ name, city }) => venue.address.startsWith(name) && venue.city === city)!;
      const near = streets.some(
        ({ latitude, longitude }) =>
          Math.hypot((venue.latitude - latitude) * 111_320, (venue.longitude - longitude) * 86_000) < 200,
      );
      expect(street && near, venue.address).toBe(true);
    }
  });

  test('have names of their own', () => {
    expect(new Set(places.map(({ venue }) => venue.name)).size).toBe(places.length);
    expect(new Set(places.map(({ venue }) => venue.phone)).size).toBe(places.length);
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
])('%s', (_name, latitude, longitude, expected) => {
  expect(onLand(latitude, longitude)).toBe(expected);
});

describe('packs', () => {
  test('cost at most 70 % less than their value', () => {
    for (const { priceCents, oldPriceCents } of packs) {
      expect(oldPriceCents).toBeLessThanOrEqual(maxOldPriceCents(priceCents));
      expect(oldPriceCents).toBeGreaterThan(priceCents);
    }
  });

  test('next to one another are never told alike', () => {
    const told = packs.map(({ type, text }) => packTexts[type][text]!.name);
    expect(told.filter((name, i) => name === told[i + 1])).toEqual([]);
  });

  test('have one to seven a day, some sold out, most rated', () => {
    const share = (some: unknown[]) => some.length / packs.length;
    for (const { quantity, sold, ratingSum, ratingCount } of packs) {
      expect(quantity).toBeGreaterThanOrEqual(1);
      expect(quantity).toBeLessThanOrEqual(7);
      expect(sold).toBeLessThanOrEqual(quantity);
      expect(ratingSum).toBeLessThanOrEqual(5 * ratingCount);
    }
    expect(share(packs.filter(({ sold, quantity }) => sold === quantity))).toBeGreaterThan(0.03);
    expect(share(packs.filter(({ sold, quantity }) => sold === quantity))).toBeLessThan(0.1);
    expect(share(packs.filter(({ ratingCount }) => ratingCount > 0))).toBeGreaterThan(0.7);
  });

  test('have pictures that can be painted and show what their text says', () => {
    for (const { type, text, picture } of packs) {
      expect(parsePictureKey(pictureKey({ type, number: picture, shot: 0 }))).not.toBeNull();
      expect(picture % packTexts[type].length).toBe(text);
    }
  });

  test('name allergens and diets the contract knows', () => {
    for (const { allergens: some, diet = [], foods, name } of Object.values(packTexts).flat()) {
      expect(
        some.every((one) => allergens.includes(one)),
        name,
      ).toBe(true);
      expect(
        diet.every((one) => diets.includes(one)),
        name,
      ).toBe(true);
      expect(foods.length, name).toBeGreaterThanOrEqual(3);
      // What is promised must not contradict what is named.
      if (diet.includes('vegan')) expect(some, name).not.toContain('milk');
      if (diet.includes('vegan')) expect(some, name).not.toContain('eggs');
      if (diet.includes('lactose_free')) expect(some, name).not.toContain('milk');
      if (diet.includes('gluten_free')) expect(some, name).not.toContain('gluten');
      if (diet.includes('vegetarian')) expect(some, name).not.toContain('fish');
    }
  });
});

describe('schedules', () => {
  test('are what the rules allow', () => {
    for (const schedule of timetable.schedules) expect(scheduleProblems(schedule)).toEqual([]);
  });

  test('at any hour of a week most packs are on sale for today or tomorrow, and some can be collected now', () => {
    for (let hour = 0; hour < 168; hour++) {
      const now = new Date(Date.UTC(2026, 10, 16, hour, 20));
      const next = timetable.schedules.map(
        (schedule) => upcomingWindows(everyWeek(schedule), TIME_ZONE, now)[0],
      );
      const soon = packs.filter(
        ({ schedule }) => next[schedule]!.starts_at.getTime() < now.getTime() + 36 * 3_600_000,
      );
      const running = packs.filter(({ schedule }) => next[schedule]!.starts_at <= now);
      expect(soon.length / packs.length, now.toISOString()).toBeGreaterThan(0.7);
      expect(running.length, now.toISOString()).toBeGreaterThanOrEqual(2);
    }
  });
});
