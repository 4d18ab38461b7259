import { createServer } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { useTestApp } from '../../../test/test-app.ts';

/** Where a public map would be. */
const asked: string[] = [];
const host = createServer((request, response) => {
  asked.push(request.url!);
  response.statusCode = request.url === '/broken' ? 503 : 403;
  response.end();
});
const origin = await new Promise<string>((resolve) => {
  host.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(host.address() as { port: number }).port}`));
});
afterAll(() => void host.close());

const api = useTestApp({
  env: async () => ({ MAP_STYLE_URL: `${origin}/light`, MAP_STYLE_DARK_URL: `${origin}/broken` }),
});

test('the server leads to the style of the map it is configured with, and lets the browser fetch it', async () => {
  const { statusCode, headers } = await api.app.inject('/map-style');
  expect(statusCode).toBe(302);
  expect(headers.location).toBe(`${origin}/light`);
  expect(headers['content-security-policy']).toMatch(new RegExp(`connect-src 'self' ${origin}`));
  await api.app.inject('/map-style');
  expect(asked).toEqual(['/light']);
});

test('one that is broken is not led to', async () => {
  const { statusCode, body } = await api.app.inject('/map-style?dark');
  expect([statusCode, body]).toEqual([204, '']);
});
