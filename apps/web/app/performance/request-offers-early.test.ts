import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readStoredQuery } from '../features/offers/filters/offer-filters.ts';
import { offersQuery } from '../features/offers/offers.api.ts';
import { writeStored } from '../lib/storage/storage.ts';
import { requestOffersEarly } from './request-offers-early.ts';

const fetchMock = vi.fn(async () => Response.json({ data: [], next_cursor: null }));

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock);
  // A page opened a second ago, however long the tests have run.
  vi.spyOn(performance, 'now').mockReturnValue(1000);
  vi.stubGlobal('screen', { width: 390 });
  history.replaceState(null, '', '/offers');
  document.documentElement.dataset.session = 'member';
  writeStored('token', 'token');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  fetchMock.mockClear();
  window.prefetched = undefined;
});

test('the early request equals the list’s and is not repeated', async () => {
  requestOffersEarly();
  const { pages } = await new QueryClient().infiniteQuery(offersQuery(readStoredQuery(''), 'en'));
  expect(pages).toEqual([{ data: [], next_cursor: null }]);
  expect(fetchMock).toHaveBeenCalledTimes(1);
  expect(window.prefetched).toBeUndefined();
});

test.each([
  ['another language', () => (document.documentElement.dataset.session = 'mismatch')],
  ['an order in the URL', () => history.replaceState(null, '', '/offers?order=price')],
  ['another page', () => history.replaceState(null, '', '/offers/7')],
  ['a wide screen', () => vi.stubGlobal('screen', { width: 1440 })],
  ['a filter', () => writeStored('filterByType', 2)],
  ['the map', () => writeStored('offersView', 'map')],
])('nothing is requested early for %s', (_, prepare) => {
  prepare();
  requestOffersEarly();
  expect(fetchMock).not.toHaveBeenCalled();
});
