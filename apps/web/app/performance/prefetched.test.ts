import { afterEach, expect, test, vi } from 'vitest';
import { fakeApi } from '../../test/fake-api.tsx';
import { fetchWithPrefetch } from './prefetched.ts';

const url = '/api/v1/products?sort=center';

afterEach(() => vi.restoreAllMocks());

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
