import { createServer } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { useTestApp } from '../../../../test/support/test-app.ts';

/** Where a public map would be. */
const requestedPaths: string[] = [];
const mapServer = createServer((request, response) => {
  requestedPaths.push(request.url!);
  response.statusCode = request.url === '/broken' ? 503 : 403;
  response.end();
});
const mapOrigin = await new Promise<string>((resolve) => {
  mapServer.listen(0, '127.0.0.1', () =>
    resolve(`http://127.0.0.1:${(mapServer.address() as { port: number }).port}`),
  );
});
afterAll(() => void mapServer.close());

const api = useTestApp({
  env: async () => ({ MAP_STYLE_URL: `${mapOrigin}/light`, MAP_STYLE_DARK_URL: `${mapOrigin}/broken` }),
});

test('the server leads to the style of the map it is configured with, and lets the browser fetch it', async () => {
  const { statusCode, headers } = await api.app.inject('/map-style');
  expect(statusCode).toBe(302);
  expect(headers.location).toBe(`${mapOrigin}/light`);
  expect(headers['content-security-policy']).toMatch(new RegExp(`connect-src 'self' ${mapOrigin}`));
  await api.app.inject('/map-style');
  expect(requestedPaths).toEqual(['/light']);
});

test('one that is broken is not led to', async () => {
  const { statusCode, body } = await api.app.inject('/map-style?dark');
  expect([statusCode, body]).toEqual([204, '']);
});
