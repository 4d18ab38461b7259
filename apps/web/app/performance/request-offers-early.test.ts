import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeApi } from '../../test/fake-api.tsx';
import { readStoredQuery } from '../features/offers/filters/offer-filters.ts';
import { offersQuery } from '../features/offers/offers.api.ts';
import { fetchWithPrefetch } from '../lib/api/api.ts';
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

test('photos of what is on sale are shown before the app starts, none of what is sold out', async () => {
  const skeleton = '<div data-photo=""><template><img alt=""></template></div>';
  // Beside what other files have added to the shared document, such as the region of toasts.
  document.body.insertAdjacentHTML(
    'beforeend',
    `<div data-prerendered="member">${skeleton}${skeleton}</div>`,
  );
  const photos = (name: string) => [{ path: `/${name}.webp`, srcset: '' }];
  HTMLImageElement.prototype.decode = vi.fn(async () => undefined);
  fetchMock.mockResolvedValueOnce(
    Response.json({
      data: [
        { quantity: 0, photos: photos('gone') },
        { quantity: 2, photos: photos('cesto') },
      ],
      next_cursor: null,
    }),
  );
  requestOffersEarly();
  await window.prefetched!.shown;
  const shell = document.querySelector('[data-prerendered]')!;
  expect([...shell.children].map(({ tagName }) => tagName)).toEqual(['DIV', 'IMG']);
  expect(shell.querySelector('img')).toHaveAttribute('src', '/cesto.webp');
  shell.remove();
});

test.each([
  ['another language', () => (document.documentElement.dataset.session = 'mismatch')],
  ['an order in the URL', () => history.replaceState(null, '', '/offers?order=price')],
  ['another page', () => history.replaceState(null, '', '/offers/7')],
  ['a wide screen', () => vi.stubGlobal('screen', { width: 1440 })],
  ['a filter', () => writeStored('filterByType', 2)],
  ['a search', () => writeStored('searchProductText', 'sushi')],
  ['a city', () => writeStored('selectedCity', { label: 'Porto', lat: 41.1, lon: -8.6 })],
  ['a position', () => sessionStorage.setItem('position', '{}')],
  ['a diet', () => sessionStorage.setItem('food', '{"diets":["vegan"],"freeOf":[],"hasUnnamed":false}')],
  ['the map', () => writeStored('offersView', 'map')],
])('nothing is requested early for %s', (_, prepare) => {
  prepare();
  requestOffersEarly();
  expect(fetchMock).not.toHaveBeenCalled();
});

const url = '/api/v1/products?sort=center';

/** A page opened `elapsedMs` ago that requested the list before the app started. */
function prefetchList(elapsedMs: number) {
  vi.spyOn(performance, 'now').mockReturnValue(elapsedMs);
  window.prefetched = { url, response: Promise.resolve(Response.json('early')), shown: Promise.resolve() };
  fakeApi({ '/products': [{ body: 'late' }], '/me': [{ body: 'me' }] });
}

const fetchJson = async (path: string): Promise<unknown> => (await fetchWithPrefetch(path, {})).json();

test('a request made before the app started is reused once', async () => {
  prefetchList(2000);
  expect(await fetchJson('/api/v1/me')).toBe('me');
  expect(await fetchJson(url)).toBe('early');
  expect(await fetchJson(url)).toBe('late');
});

test('an unused response is not shown later', async () => {
  prefetchList(20_000);
  expect(await fetchJson(url)).toBe('late');
});
