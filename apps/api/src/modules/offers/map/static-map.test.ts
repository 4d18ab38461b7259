import { describe, expect, test } from 'vitest';
import { useTestApp } from '../../../../test/support/test-app.ts';

describe('with a service of pictures', () => {
  const api = useTestApp({
    env: async () => ({
      STATIC_MAP_URL: 'https://maps.example/static?center={latitude},{longitude}&zoom=18&key=a%20b',
    }),
  });

  test('leads there with the spot filled in, and lets the browser show it', async () => {
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
  ])('nothing for %j', async (query) => {
    expect((await api.app.inject(`/static-map${query}`)).statusCode).toBe(204);
  });
});

describe('without', () => {
  const api = useTestApp();
  test('there is none, and that is no failure', async () => {
    const { statusCode, body } = await api.app.inject('/static-map?latitude=38.7123&longitude=-9.1416');
    expect([statusCode, body]).toEqual([204, '']);
  });
});
