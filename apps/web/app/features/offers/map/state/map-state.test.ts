import { expect, test } from 'vitest';
import { toPixel } from '../../../../ui/map/pixels.ts';
import { getInitialView, getNextSearchArea, parseRequestedSalePlace, saveView } from './search-area.ts';
import { getControlsBox, listSubscribedIds } from './use-offer-map.ts';

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

test('the controls of a phone cover the upper edge of the map, over its whole width', () => {
  const camera = { latitude: 38.71, longitude: -9.14, zoom: 15, width: 390, height: 700 };
  const centre = toPixel(camera, camera.zoom);
  const box = getControlsBox(camera, { hasNote: false });
  expect(box.x - box.width / 2).toBe(centre.x - 195);
  expect(box.width).toBe(390);
  expect(box.y - box.height / 2).toBeCloseTo(centre.y - 350);
  expect(box.height).toBeLessThan(350);
  const boxWithNote = getControlsBox(camera, { hasNote: true });
  expect(boxWithNote.y - boxWithNote.height / 2).toBeCloseTo(centre.y - 350);
  expect(boxWithNote.height).toBeGreaterThan(box.height);
});
