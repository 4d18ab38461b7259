import { expect, test } from 'vitest';
import { toPixel } from '../../../../ui/map/pixels.ts';
import type { MapSalePlace } from '../../offers.api.ts';
import { declutter } from './declutter.ts';

const lisbon = { latitude: 38.72, longitude: -9.14 };
const zoom = 12;
/** `pixels` east of the centre. */
const eastOf = (pixels: number) => ({
  ...lisbon,
  longitude: lisbon.longitude + (pixels * 360) / (512 * 2 ** zoom),
});
const buildCluster = (pixels: number, count: number, price = 3.99) => ({
  ...eastOf(pixels),
  count,
  price_from: price,
});
const buildSalePlace = (id: number, pixels: number, price: number) =>
  ({ ...eastOf(pixels), id, products: [{ price }, { price: 9.99 }] }) as MapSalePlace;

test('pixels are those of a map with tiles of 512', () => {
  expect(toPixel({ latitude: 0, longitude: 0 }, 0)).toEqual({ x: 256, y: 256 });
  expect(toPixel(eastOf(100), zoom).x - toPixel(lisbon, zoom).x).toBeCloseTo(100);
  expect(toPixel({ latitude: 85.0511, longitude: -180 }, 1).y).toBeCloseTo(0, 1);
});

test('overlapping pins merge at the lowest price; none is lost', () => {
  const result = declutter(
    {
      clusters: [buildCluster(0, 4), buildCluster(30, 9, 4.99), buildCluster(300, 2)],
      salePlaces: [buildSalePlace(1, 60, 1.99), buildSalePlace(2, 200, 2.99)],
    },
    zoom,
    [],
  );
  expect(result.clusters).toMatchObject([
    { ...eastOf(30), count: 14, price_from: 1.99 },
    { count: 2, price_from: 3.99 },
  ]);
  expect(result.salePlaces.map(({ id }) => id)).toEqual([2]);
});

test('a selected sale place stays a pin', () => {
  const input = { clusters: [buildCluster(0, 4)], salePlaces: [buildSalePlace(1, 10, 1.99)] };
  expect(declutter(input, zoom, [1, null])).toEqual(input);
});
