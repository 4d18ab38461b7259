import { describe, expect, test } from 'vitest';
import { isOverlapping, toPixel } from '../../../../ui/map/pixels.ts';
import { getCoveredBoxes } from './declutter.ts';
import { getInitialView, getNextSearchArea, parseRequestedSalePlace, saveView } from './search-area.ts';
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

describe('what controls, notes and cards of the map cover', () => {
  const camera = { latitude: 38.71, longitude: -9.14, zoom: 15 };
  const nothingElse = { hasLocateNote: false, hasStreetsNote: false, hasSearchButton: false };
  const phone = { ...nothingElse, hasSidePanel: false, isPhone: true };
  const desktop = { ...nothingElse, hasSidePanel: true, isPhone: false };
  const sizes = { phone: { width: 390, height: 700 }, desktop: { width: 890, height: 900 } };
  /** Whether a point at a distance from the upper left corner is covered. */
  const isCovered = (overlays: typeof phone, x: number, y: number) => {
    const size = overlays.isPhone ? sizes.phone : sizes.desktop;
    const centre = toPixel(camera, camera.zoom);
    const point = {
      x: centre.x - size.width / 2 + x,
      y: centre.y - size.height / 2 + y,
      width: 0,
      height: 0,
    };
    return getCoveredBoxes({ ...camera, ...size }, overlays).some((box) => isOverlapping(box, point));
  };

  test('on phones the strip of search and filters, longer with the note about the position', () => {
    expect([isCovered(phone, 1, 1), isCovered(phone, 389, 170), isCovered(phone, 195, 350)]).toEqual([
      true,
      true,
      false,
    ]);
    expect(isCovered(phone, 100, 230)).toBe(false);
    expect(isCovered({ ...phone, hasLocateNote: true }, 100, 230)).toBe(true);
    expect(isCovered({ ...phone, hasSearchButton: true }, 195, 225)).toBe(true);
  });

  test('on phones the cards at the lower edge', () => {
    expect([isCovered(phone, 195, 540), isCovered(phone, 195, 520)]).toEqual([true, false]);
  });

  test('on phones the button to the own position, and beside it the note that there are no streets', () => {
    expect([isCovered(phone, 350, 480), isCovered(phone, 300, 480)]).toEqual([true, false]);
    expect(isCovered(phone, 100, 480)).toBe(false);
    expect(isCovered({ ...phone, hasStreetsNote: true }, 100, 480)).toBe(true);
  });

  test('on wide maps the buttons in the corner and the notes at the top', () => {
    expect([isCovered(desktop, 840, 720), isCovered(desktop, 840, 850)]).toEqual([true, true]);
    expect([isCovered(desktop, 100, 45), isCovered(desktop, 445, 45)]).toEqual([false, false]);
    expect(isCovered({ ...desktop, hasStreetsNote: true }, 100, 45)).toBe(true);
    expect(isCovered({ ...desktop, hasSearchButton: true }, 445, 45)).toBe(true);
  });
});
