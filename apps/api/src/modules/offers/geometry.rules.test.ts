import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellSize, columnOf, FINEST_LEVEL, groupByCell, levelForZoom, rowOf } from './geometry.rules.ts';

const buildBox = (west: number, width: number) => ({
  west,
  south: 38,
  east: west + width,
  north: 38 + width,
});

test('cells match the zoom', () => {
  expect(levelForZoom(12, buildBox(-9.2, 0.2))).toBe(12);
  expect(levelForZoom(12.6, buildBox(-9.2, 0.2))).toBe(13);
  expect(levelForZoom(22, buildBox(-9.2, 0.001))).toBe(FINEST_LEVEL);
  expect(levelForZoom(0, { west: -180, south: -85, east: 180, north: 85 })).toBe(1);
});

test('no box is divided into more than 65 by 65 cells', () => {
  const degrees = fc.double({ min: 1e-6, max: 90, noNaN: true });
  fc.assert(
    fc.property(fc.double({ min: 0, max: 24, noNaN: true }), degrees, (zoom, width) => {
      expect(width / cellSize(levelForZoom(zoom, buildBox(-9, width)))).toBeLessThanOrEqual(64);
    }),
  );
});

test('a cell consists of four of the next finer level', () => {
  const longitude = fc.double({ min: -180, max: 179.99, noNaN: true });
  const latitude = fc.double({ min: -90, max: 89.99, noNaN: true });
  fc.assert(
    fc.property(longitude, latitude, fc.integer({ min: 1, max: 16 }), (lon, lat, level) => {
      expect(Math.floor(columnOf(lon, level + 1) / 2)).toBe(columnOf(lon, level));
      expect(Math.floor(rowOf(lat, level + 1) / 2)).toBe(rowOf(lat, level));
    }),
  );
});

test('points of one cell are grouped', () => {
  const points = [
    { latitude: 38.71, longitude: -9.14 },
    { latitude: 41.15, longitude: -8.61 },
    { latitude: 38.711, longitude: -9.141 },
  ];
  expect(groupByCell(points, 6).map(({ length }) => length)).toEqual([2, 1]);
});
