import { expect, test } from 'vitest';
import { useTestApp } from '../support/test-app.ts';

const api = useTestApp();

const sendPreflight = async (origin: string) =>
  api.app.inject({
    method: 'OPTIONS',
    url: '/api/v1/orders',
    headers: {
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization,accept-language',
    },
  });

test.each(['https://localhost', 'capacitor://localhost'])(
  'the app of a telephone calls from %s',
  async (origin) => {
    const { statusCode, headers } = await sendPreflight(origin);
    expect(statusCode).toBe(204);
    expect(headers['access-control-allow-origin']).toBe(origin);
    expect(headers['access-control-allow-headers']).toContain('authorization');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    const response = await api.app.inject({ url: '/api/v1/product_types', headers: { origin } });
    expect(response.headers['access-control-allow-origin']).toBe(origin);
  },
);

test.each(['https://evil.example', 'http://localhost', 'https://localhost.evil.example', 'null'])(
  '%s is none of ours',
  async (origin) => {
    expect((await sendPreflight(origin)).headers['access-control-allow-origin']).toBeUndefined();
  },
);

test('pictures may be shown there, answers of calls may not be taken along', async () => {
  const getResourcePolicy = async (url: string) =>
    (await api.app.inject(url)).headers['cross-origin-resource-policy'];
  expect(await getResourcePolicy('/media/photos/none.webp')).toBe('cross-origin');
  expect(await getResourcePolicy('/api/v1/product_types')).toBe('same-origin');
});
