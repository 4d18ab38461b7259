import { expect, test } from 'vitest';
import { pixelOf } from '../../../ui/map/pixels.ts';
import { declutter } from './declutter.ts';
import type { MapPlace } from './map.api.ts';

const lisbon = { latitude: 38.72, longitude: -9.14 };
const zoom = 12;
/** So many pixels east of the middle. */
const east = (pixels: number) => ({
  ...lisbon,
  longitude: lisbon.longitude + (pixels * 360) / (512 * 2 ** zoom),
});
const cluster = (pixels: number, count: number, price = 3.99) => ({
  ...east(pixels),
  count,
  price_from: price,
});
const venue = (id: number, pixels: number, price: number) =>
  ({ ...east(pixels), id, products: [{ price }, { price: 9.99 }] }) as MapPlace;

test('pixels are those of a map of tiles of 512', () => {
  expect(pixelOf({ latitude: 0, longitude: 0 }, 0)).toEqual({ x: 256, y: 256 });
  expect(pixelOf(east(100), zoom).x - pixelOf(lisbon, zoom).x).toBeCloseTo(100);
  expect(pixelOf({ latitude: 85.0511, longitude: -180 }, 1).y).toBeCloseTo(0, 1);
});

test('what would cover one another becomes one, with the lowest price; nobody is lost', () => {
  const shown = declutter(
    {
      clusters: [cluster(0, 4), cluster(30, 9, 4.99), cluster(300, 2)],
      places: [venue(1, 60, 1.99), venue(2, 200, 2.99)],
    },
    zoom,
    [],
  );
  expect(shown.clusters).toMatchObject([
    { ...east(30), count: 14, price_from: 1.99 },
    { count: 2, price_from: 3.99 },
  ]);
  expect(shown.places.map(({ id }) => id)).toEqual([2]);
});

test('a venue that is being looked at stays a pin', () => {
  const all = { clusters: [cluster(0, 4)], places: [venue(1, 10, 1.99)] };
  expect(declutter(all, zoom, [1, null])).toEqual(all);
});
