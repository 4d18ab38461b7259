import { expect, test } from 'vitest';
import { getInitialView, parseRequestedSalePlace, saveView } from './initial-view.ts';

const lisbon = { latitude: 38.71, longitude: -9.14 };

test('at first around the person', () => {
  expect(getInitialView('a', '', lisbon)).toEqual({ ...lisbon, zoom: 12, selectedId: null });
  expect(getInitialView('a', '', null).zoom).toBeLessThan(8);
});

test('a venue asked for is chosen and near', () => {
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

test('Back finds the map as it was', () => {
  const savedView = { ...lisbon, zoom: 15, selectedId: 3 };
  saveView('c', savedView);
  expect(getInitialView('c', '?place=7&at=41.15,-8.61', null)).toEqual(savedView);
  expect(getInitialView('d', '', lisbon).selectedId).toBeNull();
});
