import { expect, test } from 'vitest';
import { getNextSearchArea } from './search-area.ts';

const baixa = { bbox: '-9.1500,38.7000,-9.1300,38.7200', zoom: 15 };
const north = { bbox: '-9.1500,38.7200,-9.1300,38.7400', zoom: 15 };
const current = { area: baixa, isMoved: false };

test('a map moved by hand waits for a word', () => {
  expect(getNextSearchArea(current, { originalEvent: {} }, north)).toEqual({ area: baixa, isMoved: true });
});

test('another zoom asks by itself', () => {
  const zoomedIn = { ...baixa, zoom: 16 };
  expect(getNextSearchArea(current, { originalEvent: {} }, zoomedIn)).toEqual({
    area: zoomedIn,
    isMoved: false,
  });
  expect(getNextSearchArea(current, { originalEvent: {} }, { ...baixa, zoom: 15.2 })).toEqual({
    area: baixa,
    isMoved: true,
  });
});

test('what comes in sight within the area leaves the offers as they are', () => {
  expect(getNextSearchArea(current, { pointToShow: { latitude: 38.7199, longitude: -9.14 } }, north)).toBe(
    current,
  );
});

test('what comes in sight from beyond the area is asked for', () => {
  expect(getNextSearchArea(current, { pointToShow: { latitude: 38.7201, longitude: -9.14 } }, north)).toEqual(
    {
      area: north,
      isMoved: false,
    },
  );
});

test('whoever goes somewhere asks what is there, be it next door', () => {
  expect(getNextSearchArea(current, { isSearch: true }, north)).toEqual({ area: north, isMoved: false });
});

test('a map that only got another size asks nothing', () => {
  expect(getNextSearchArea(current, {}, north)).toBe(current);
});
