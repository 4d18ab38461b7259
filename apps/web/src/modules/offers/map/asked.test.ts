import { expect, test } from 'vitest';
import { askedAfter } from './asked.ts';

const baixa = { bbox: '-9.1500,38.7000,-9.1300,38.7200', zoom: 15 };
const north = { bbox: '-9.1500,38.7200,-9.1300,38.7400', zoom: 15 };
const before = { area: baixa, moved: false };

test('a map moved by hand waits for a word', () => {
  expect(askedAfter(before, { originalEvent: {} }, north)).toEqual({ area: baixa, moved: true });
});

test('another zoom asks by itself', () => {
  const nearer = { ...baixa, zoom: 16 };
  expect(askedAfter(before, { originalEvent: {} }, nearer)).toEqual({ area: nearer, moved: false });
  expect(askedAfter(before, { originalEvent: {} }, { ...baixa, zoom: 15.2 })).toEqual({
    area: baixa,
    moved: true,
  });
});

test('what comes in sight within the area leaves the offers as they are', () => {
  expect(askedAfter(before, { shows: { latitude: 38.7199, longitude: -9.14 } }, north)).toBe(before);
});

test('what comes in sight from beyond the area is asked for', () => {
  expect(askedAfter(before, { shows: { latitude: 38.7201, longitude: -9.14 } }, north)).toEqual({
    area: north,
    moved: false,
  });
});

test('whoever goes somewhere asks what is there, be it next door', () => {
  expect(askedAfter(before, { asks: true }, north)).toEqual({ area: north, moved: false });
});

test('a map that only got another size asks nothing', () => {
  expect(askedAfter(before, {}, north)).toBe(before);
});
