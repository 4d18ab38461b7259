import { createServer } from 'node:http';
import { afterAll, describe, expect, test } from 'vitest';
import { useTestApp } from '../../../test/support/test-app.ts';

/** Requests to a stub of the external map service. */
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

test('the server redirects to the configured map style, which the content security policy allows', async () => {
  const { statusCode, headers } = await api.app.inject('/map-style');
  expect(statusCode).toBe(302);
  expect(headers.location).toBe(`${mapOrigin}/light`);
  expect(headers['content-security-policy']).toMatch(new RegExp(`connect-src 'self' ${mapOrigin}`));
  await api.app.inject('/map-style');
  expect(requestedPaths).toEqual(['/light']);
});

test('an unreachable style is not redirected to', async () => {
  const { statusCode, body } = await api.app.inject('/map-style?dark');
  expect([statusCode, body]).toEqual([204, '']);
});

describe('with a static map service', () => {
  const api = useTestApp({
    env: async () => ({
      STATIC_MAP_URL: 'https://maps.example/static?center={latitude},{longitude}&zoom=18&key=a%20b',
    }),
  });

  test('redirects to the picture of the position, which the content security policy allows', async () => {
    const { statusCode, headers } = await api.app.inject('/static-map?latitude=38.7123&longitude=-9.1416');
    expect(statusCode).toBe(302);
    expect(headers.location).toBe('https://maps.example/static?center=38.7123,-9.1416&zoom=18&key=a%20b');
    expect(headers['content-security-policy']).toMatch(/img-src [^;]*https:\/\/maps\.example/);
  });

  test.each([
    '',
    '?latitude=1',
    '?latitude=91&longitude=0',
    '?latitude=0&longitude=1%26key%3Dx',
    '?latitude=1e1&longitude=0',
  ])('no redirect for %j', async (query) => {
    expect((await api.app.inject(`/static-map${query}`)).statusCode).toBe(204);
  });
});

describe('without a static map service', () => {
  const api = useTestApp();
  test('the answer is 204', async () => {
    const { statusCode, body } = await api.app.inject('/static-map?latitude=38.7123&longitude=-9.1416');
    expect([statusCode, body]).toEqual([204, '']);
  });
});
