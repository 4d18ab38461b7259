import { expect, test } from 'vitest';
import { firstView, leaveView, placeAsked } from './views.ts';

const lisbon = { latitude: 38.71, longitude: -9.14 };

test('at first around the person', () => {
  expect(firstView('a', '', lisbon)).toEqual({ ...lisbon, zoom: 12, selected: null });
  expect(firstView('a', '', null).zoom).toBeLessThan(8);
});

test('a venue asked for is chosen and near', () => {
  const view = firstView('b', '?place=7&at=41.15,-8.61', lisbon);
  expect(view).toMatchObject({ latitude: 41.15, longitude: -8.61, selected: 7 });
  expect(view.zoom).toBeGreaterThan(14);
});

test.each(['', '?place=x&at=1,2', '?place=7', '?place=7&at=100,2', '?place=7&at=a,b'])(
  '%j asks for none',
  (search) => {
    expect(placeAsked(search)).toBeNull();
  },
);

test('Back finds the map as it was', () => {
  const left = { ...lisbon, zoom: 15, selected: 3 };
  leaveView('c', left);
  expect(firstView('c', '?place=7&at=41.15,-8.61', null)).toEqual(left);
  expect(firstView('d', '', lisbon).selected).toBeNull();
});
