import { expect, test, vi } from 'vitest';
import { buildBuiltInStyle, fetchPublicStyle } from './use-map-style.ts';

const stubFetch = (body: string | null, status = 200) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(body, { status })),
  );

test('the configured style is used', async () => {
  stubFetch('{"version":8,"sources":{},"layers":[{"id":"sea","type":"background"}]}');
  expect((await fetchPublicStyle(false)).layers).toHaveLength(1);
  expect(fetch).toHaveBeenCalledWith('/map-style', expect.anything());
  await fetchPublicStyle(true);
  expect(fetch).toHaveBeenLastCalledWith('/map-style?dark', expect.anything());
});

test.each([
  ['none is configured, or in reach', null, 204],
  ['the answer is a sign-in page of a hotel', '<html>', 200],
  ['the answer is no style', '{"version":7}', 200],
  ['it has nothing to draw', '{"version":8,"sources":{},"layers":[]}', 200],
])('%s: rejected, the built-in map stays', async (_why, body, status) => {
  stubFetch(body, status);
  await expect(fetchPublicStyle(false)).rejects.toThrow();
});

test('a request without a response times out', async () => {
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => signal!.addEventListener('abort', () => reject(signal!.reason))),
  );
  const abortController = new AbortController();
  const pendingStyle = fetchPublicStyle(false, abortController.signal);
  abortController.abort(new Error('left'));
  await expect(pendingStyle).rejects.toThrow('left');
});

test('the built-in map has land, water and attribution, and sends no request', () => {
  const colour = '#345';
  const style = buildBuiltInStyle('ru', {
    land: colour,
    water: colour,
    border: colour,
    label: colour,
    waterLabel: colour,
    parkLabel: colour,
  });
  expect(style.layers.map(({ id }) => id)).toEqual([
    'water',
    'land',
    'detailed-land',
    'detailed-water',
    'borders',
    'water-labels',
    'labels',
  ]);
  expect(JSON.stringify(style.sources.labels)).toContain('"ru":"Лиссабон"');
  expect(style.layers.at(-1)).toHaveProperty('layout.text-field', ['coalesce', ['get', 'ru'], ['get', 'pt']]);
  expect(JSON.stringify(style.sources.land)).toContain('Natural Earth');
  expect(JSON.stringify(style.sources.detailedWater)).toContain('© OpenStreetMap');
  expect(style.glyphs).toBeUndefined();
  expect(style.sprite).toBeUndefined();
});
