import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findLabelOffset, isOverlapping, type PixelBox, toPixel } from '../../../../ui/map/pixels.ts';
import type { MapSalePlace } from '../../offers.api.ts';
import { clusterBox, declutter, pinBox } from './declutter.ts';

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
  expect(result.pins.map(({ salePlace }) => salePlace.id)).toEqual([2]);
});

test('a selected sale place stays a pin', () => {
  const input = { clusters: [buildCluster(0, 4)], salePlaces: [buildSalePlace(1, 10, 1.99)] };
  expect(declutter(input, zoom, [1, null])).toEqual({
    clusters: input.clusters,
    pins: [{ salePlace: input.salePlaces[0], offset: [0, 0] }],
  });
});

const listBoxes = ({ pins, clusters }: ReturnType<typeof declutter>, atZoom: number): PixelBox[] => [
  ...clusters.map((cluster) => clusterBox(cluster, atZoom)),
  ...pins.map(({ salePlace, offset }) => pinBox(salePlace, atZoom, offset)),
];

const countOverlaps = (boxes: PixelBox[]): number =>
  boxes.flatMap((box, i) => boxes.slice(i + 1).filter((other) => isOverlapping(box, other))).length;

const positions = fc.record({
  latitude: fc.double({ min: 38.715, max: 38.725, noNaN: true }),
  longitude: fc.double({ min: -9.145, max: -9.135, noNaN: true }),
});

test('no marker overlaps another at any zoom, and every sale place is one pin or counted once', () => {
  fc.assert(
    fc.property(
      fc.array(positions, { maxLength: 120 }),
      fc.double({ min: 11, max: 19, noNaN: true }),
      (points, atZoom) => {
        const salePlaces = points.map(
          (point, i) => ({ ...point, id: i, products: [{ price: 1 + i }] }) as MapSalePlace,
        );
        const result = declutter({ salePlaces, clusters: [] }, atZoom, []);
        expect(countOverlaps(listBoxes(result, atZoom))).toBe(0);
        const clusteredCount = result.clusters.reduce((sum, { count }) => sum + count, 0);
        expect(result.pins.length + clusteredCount).toBe(points.length);
      },
    ),
    { numRuns: 100 },
  );
});

test('in a street all sale places of one house are pins, in their order', () => {
  const salePlaces = [1, 2, 3, 4].map((id) => buildSalePlace(id, 0, id));
  const { pins, clusters } = declutter({ salePlaces, clusters: [] }, 18, []);
  expect(clusters).toEqual([]);
  expect(pins.map(({ salePlace }) => salePlace.id)).toEqual([1, 2, 3, 4]);
  expect(pins[0]!.offset).toEqual([0, 0]);
});

test('a label moves away from an obstacle, and is left out where everything is covered', () => {
  const label = { x: 0, y: 0, width: 60, height: 20 };
  const obstacle = { x: 0, y: 10, width: 50, height: 50 };
  expect(findLabelOffset(label, [])).toEqual([0, 0]);
  const offset = findLabelOffset(label, [obstacle])!;
  expect(isOverlapping({ ...label, x: offset[0], y: offset[1] }, obstacle)).toBe(false);
  expect(findLabelOffset(label, [{ x: 0, y: 0, width: 900, height: 900 }])).toBeNull();
});
