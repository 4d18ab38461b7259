import { afterEach, expect, test, vi } from 'vitest';
import { fetchOnce } from './asked-early.ts';

const address = '/api/v1/products?sort=center';
const early = new Response('early');
const late = new Response('late');

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A page so old, for which the list was asked before the app was there. */
function opened(ago: number) {
  vi.stubGlobal('fetch', async () => late);
  vi.spyOn(performance, 'now').mockReturnValue(ago);
  window.askedEarly = { address, answer: Promise.resolve(early) };
}

test('what was asked before the app was there is taken over, once', async () => {
  opened(2000);
  expect(await fetchOnce('/api/v1/me', {})).toBe(late);
  expect(await fetchOnce(address, {})).toBe(early);
  expect(await fetchOnce(address, {})).toBe(late);
});

test('an answer nobody wanted at the start is not shown later', async () => {
  opened(20_000);
  expect(await fetchOnce(address, {})).toBe(late);
});
