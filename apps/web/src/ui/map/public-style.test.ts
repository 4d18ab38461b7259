import { afterEach, expect, test, vi } from 'vitest';
import { builtInStyle } from './base-style.ts';
import { publicStyle } from './public-style.ts';

afterEach(() => vi.unstubAllGlobals());
const answer = (body: string | null, status = 200) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(body, { status })),
  );

test('the configured style is taken', async () => {
  answer('{"version":8,"sources":{},"layers":[{"id":"sea","type":"background"}]}');
  expect((await publicStyle(false)).layers).toHaveLength(1);
  expect(fetch).toHaveBeenCalledWith('/map-style', expect.anything());
  await publicStyle(true);
  expect(fetch).toHaveBeenLastCalledWith('/map-style?dark', expect.anything());
});

test.each([
  ['none is configured, or in reach', null, 204],
  ['the answer is a sign-in page of a hotel', '<html>', 200],
  ['the answer is no style', '{"version":7}', 200],
  ['it has nothing to draw', '{"version":8,"sources":{},"layers":[]}', 200],
])('%s: rejected, the built-in map stays', async (_why, body, status) => {
  answer(body, status);
  await expect(publicStyle(false)).rejects.toThrow();
});

test('an address that does not answer is given up', async () => {
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => signal!.addEventListener('abort', () => reject(signal!.reason))),
  );
  const leave = new AbortController();
  const waiting = publicStyle(false, leave.signal);
  leave.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
});

test('the built-in map has land, water and attribution, and asks nobody', () => {
  const style = builtInStyle({ land: '#eee', water: '#bdf', border: '#999' });
  expect(style.layers.map(({ id }) => id)).toEqual(['water', 'land', 'borders']);
  expect(JSON.stringify(style.sources.land)).toContain('Natural Earth');
  expect(style.glyphs).toBeUndefined();
  expect(style.sprite).toBeUndefined();
});
