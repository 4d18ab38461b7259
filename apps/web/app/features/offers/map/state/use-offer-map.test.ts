import { expect, test } from 'vitest';
import { listSubscribedIds } from './use-offer-map.ts';

const buildProducts = (...ids: number[]) => ids.map((id) => ({ id }));

test('pins, list and selected sale place, each product once, the selected sale place last', () => {
  const salePlaces = [
    { id: 1, products: buildProducts(11, 12) },
    { id: 2, products: buildProducts(21) },
  ];
  expect(listSubscribedIds(buildProducts(12, 31), salePlaces, 2)).toEqual([11, 12, 31, 21]);
  expect(listSubscribedIds(buildProducts(12, 31), salePlaces, null)).toEqual([11, 21, 12, 31]);
});
