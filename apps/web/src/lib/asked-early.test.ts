import { afterEach, expect, test, vi } from 'vitest';
import { fakeApi } from '../../test/fake-api.tsx';
import { fetchOnce } from './asked-early.ts';

const address = '/api/v1/products?sort=center';

afterEach(() => vi.restoreAllMocks());

/** A page opened so long ago, for which the list was asked before the app was there. */
function opened(ago: number) {
  vi.spyOn(performance, 'now').mockReturnValue(ago);
  window.askedEarly = { address, answer: Promise.resolve(Response.json('early')) };
  fakeApi({ '/products': [{ body: 'late' }], '/me': [{ body: 'me' }] });
}

const answerOf = async (path: string): Promise<unknown> => (await fetchOnce(path, {})).json();

test('what was asked before the app was there is taken over, once', async () => {
  opened(2000);
  expect(await answerOf('/api/v1/me')).toBe('me');
  expect(await answerOf(address)).toBe('early');
  expect(await answerOf(address)).toBe('late');
});

test('an answer nobody wanted at the start is not shown later', async () => {
  opened(20_000);
  expect(await answerOf(address)).toBe('late');
});
