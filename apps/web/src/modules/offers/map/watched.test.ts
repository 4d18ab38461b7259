import { expect, test } from 'vitest';
import { watched } from './watched.ts';

const packs = (...ids: number[]) => ids.map((id) => ({ id }));

test('pins, list and the chosen venue, each pack once, the chosen venue last', () => {
  const places = [
    { id: 1, products: packs(11, 12) },
    { id: 2, products: packs(21) },
  ];
  expect(watched(packs(12, 31), places, 2)).toEqual([11, 12, 31, 21]);
  expect(watched(packs(12, 31), places, null)).toEqual([11, 21, 12, 31]);
});
