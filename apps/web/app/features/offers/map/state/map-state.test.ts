import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isOverlapping, type PixelBox, toPixel } from '../../../../ui/map/pixels.ts';
import type { MapSalePlace } from '../../offers.api.ts';
import { clusterBox, declutter, getCoveredBoxes, pinBox } from './declutter.ts';
import { getInitialView, getNextSearchArea, parseRequestedSalePlace, saveView } from './search-area.ts';
import { findPinAt } from './use-aimed-pin.ts';
import { listSubscribedIds } from './use-offer-map.ts';

const baixa = { bbox: '-9.1500,38.7000,-9.1300,38.7200', zoom: 15 };
const north = { bbox: '-9.1500,38.7200,-9.1300,38.7400', zoom: 15 };
const current = { area: baixa, isMoved: false };

test('a map moved by the user waits for a press', () => {
  expect(getNextSearchArea(current, { originalEvent: {} }, north)).toEqual({ area: baixa, isMoved: true });
});

test('another zoom loads offers at once', () => {
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

test('showing a position inside the area keeps the offers', () => {
  expect(getNextSearchArea(current, { pointToShow: { latitude: 38.7199, longitude: -9.14 } }, north)).toBe(
    current,
  );
});

test('showing a position outside the area loads its offers', () => {
  expect(getNextSearchArea(current, { pointToShow: { latitude: 38.7201, longitude: -9.14 } }, north)).toEqual(
    {
      area: north,
      isMoved: false,
    },
  );
});

test('a requested move loads the offers there, however near', () => {
  expect(getNextSearchArea(current, { isSearch: true }, north)).toEqual({ area: north, isMoved: false });
});

test('a resized map loads nothing', () => {
  expect(getNextSearchArea(current, {}, north)).toBe(current);
});

const lisbon = { latitude: 38.71, longitude: -9.14 };

test('starts around the user', () => {
  expect(getInitialView('a', '', lisbon)).toEqual({ ...lisbon, zoom: 12, selectedId: null });
  expect(getInitialView('a', '', null).zoom).toBeLessThan(8);
});

test('a requested sale place is selected at a close zoom', () => {
  const view = getInitialView('b', '?place=7&at=41.15,-8.61', lisbon);
  expect(view).toMatchObject({ latitude: 41.15, longitude: -8.61, selectedId: 7 });
  expect(view.zoom).toBeGreaterThan(14);
});

test.each(['', '?place=x&at=1,2', '?place=7', '?place=7&at=100,2', '?place=7&at=a,b'])(
  '%j asks for none',
  (search) => {
    expect(parseRequestedSalePlace(search)).toBeNull();
  },
);

test('Back restores the map', () => {
  const savedView = { ...lisbon, zoom: 15, selectedId: 3 };
  saveView('c', savedView);
  expect(getInitialView('c', '?place=7&at=41.15,-8.61', null)).toEqual(savedView);
  expect(getInitialView('d', '', lisbon).selectedId).toBeNull();
});

const buildProducts = (...ids: number[]) => ids.map((id) => ({ id }));

test('pins, list and selected sale place, each product once, the selected sale place last', () => {
  const salePlaces = [
    { id: 1, products: buildProducts(11, 12) },
    { id: 2, products: buildProducts(21) },
  ];
  expect(listSubscribedIds(buildProducts(12, 31), salePlaces, 2)).toEqual([11, 12, 31, 21]);
  expect(listSubscribedIds(buildProducts(12, 31), salePlaces, null)).toEqual([11, 21, 12, 31]);
});

test('the pin at a point of the map', () => {
  const camera = { latitude: 38.71, longitude: -9.14, zoom: 15, width: 390, height: 700, textSize: 1 };
  const [below, above] = [1, 2].map((id) => ({
    salePlace: { id, latitude: 38.71, longitude: -9.14 } as MapSalePlace,
    offset: [0, id === 2 ? -40 : 0] as [number, number],
  }));
  const find = (x: number, y: number) => findPinAt([below!, above!], camera, { x, y })?.id ?? null;
  // The tip of the first is in the centre of the map.
  expect([find(195, 345), find(195, 290), find(195, 310)]).toEqual([1, 2, 2]);
  expect([find(195, 360), find(260, 345)]).toEqual([null, null]);
});

test('a marker below what lies on the map, or within a margin of it, is covered', () => {
  const camera = { latitude: 38.71, longitude: -9.14, zoom: 15, width: 390, height: 700, textSize: 1 };
  const cards = { left: 0, top: 540, width: 390, height: 160 };
  const centre = toPixel(camera, camera.zoom);
  /** Whether a point at a distance from the upper left corner is covered. */
  const isCovered = (x: number, y: number) => {
    const point = { x: centre.x - 195 + x, y: centre.y - 350 + y, width: 0, height: 0 };
    return getCoveredBoxes(camera, [cards]).some((box) => isOverlapping(box, point));
  };
  expect([isCovered(195, 600), isCovered(195, 537), isCovered(195, 530)]).toEqual([true, true, false]);
});

const centre = { latitude: 38.72, longitude: -9.14 };
const zoom = 12;
/** `pixels` east of the centre. */
const eastOf = (pixels: number) => ({
  ...centre,
  longitude: centre.longitude + (pixels * 360) / (512 * 2 ** zoom),
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
  expect(toPixel(eastOf(100), zoom).x - toPixel(centre, zoom).x).toBeCloseTo(100);
  expect(toPixel({ latitude: 85.0511, longitude: -180 }, 1).y).toBeCloseTo(0, 1);
});

test('overlapping pins merge at the lowest price; none is lost', () => {
  const result = declutter(
    {
      clusters: [buildCluster(0, 4), buildCluster(30, 9, 4.99), buildCluster(300, 2)],
      salePlaces: [buildSalePlace(1, 60, 1.99), buildSalePlace(2, 200, 2.99)],
    },
    { zoom, textSize: 1 },
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
  expect(declutter(input, { zoom, textSize: 1 }, [1, null])).toEqual({
    clusters: input.clusters,
    pins: [{ salePlace: input.salePlaces[0], offset: [0, 0] }],
  });
});

const listBoxes = (
  { pins, clusters }: ReturnType<typeof declutter>,
  atZoom: number,
  textSize: number,
): PixelBox[] => [
  ...clusters.map((cluster) => clusterBox(cluster, atZoom)),
  ...pins.map(({ salePlace, offset }) => pinBox(salePlace, { zoom: atZoom, textSize }, offset)),
];

const countOverlaps = (boxes: PixelBox[]): number =>
  boxes.flatMap((box, i) => boxes.slice(i + 1).filter((other) => isOverlapping(box, other))).length;

const positions = fc.record({
  latitude: fc.double({ min: 38.715, max: 38.725, noNaN: true }),
  longitude: fc.double({ min: -9.145, max: -9.135, noNaN: true }),
});

test('no marker overlaps another at any zoom and size of text, and every sale place is one pin or counted once', () => {
  fc.assert(
    fc.property(
      fc.array(positions, { maxLength: 120 }),
      fc.double({ min: 11, max: 19, noNaN: true }),
      fc.constantFrom(1, 2),
      (points, atZoom, textSize) => {
        const salePlaces = points.map(
          (point, i) => ({ ...point, id: i, products: [{ price: 1 + i }] }) as MapSalePlace,
        );
        const result = declutter({ salePlaces, clusters: [] }, { zoom: atZoom, textSize }, []);
        expect(countOverlaps(listBoxes(result, atZoom, textSize))).toBe(0);
        const clusteredCount = result.clusters.reduce((sum, { count }) => sum + count, 0);
        expect(result.pins.length + clusteredCount).toBe(points.length);
      },
    ),
    { numRuns: 100 },
  );
});

test('in a street all sale places of one house are pins, in their order', () => {
  const salePlaces = [1, 2, 3, 4].map((id) => buildSalePlace(id, 0, id));
  const { pins, clusters } = declutter({ salePlaces, clusters: [] }, { zoom: 18, textSize: 1 }, []);
  expect(clusters).toEqual([]);
  expect(pins.map(({ salePlace }) => salePlace.id)).toEqual([1, 2, 3, 4]);
  expect(pins[0]!.offset).toEqual([0, 0]);
});
