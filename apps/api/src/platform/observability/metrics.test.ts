import { expect, test } from 'vitest';
import { createPaidOrder } from '../../../test/support/order-builders.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { buildApp } from '../../app.ts';
import { serveMetrics } from './metrics.ts';

const api = useTestApp();

test('requests, jobs and orders are counted without personal data', async () => {
  const { buyer } = await createPaidOrder(api);
  const config = { ...api.context.config, metricsPort: 0 };
  const app = await buildApp(
    { ...api.context, config },
    { provider: api.provider, paintDemo: null, webDir: null },
  );
  const metrics = await serveMetrics(app, api.context, { port: 0, host: '127.0.0.1' });
  const response = await app.inject({
    url: '/api/v1/products?searchProductText=secret',
    headers: { authorization: `Bearer ${buyer.token}` },
  });
  expect(response.statusCode).toBe(200);
  expect((await app.inject('/metrics')).headers['content-type']).not.toMatch(/text\/plain; version/);

  const text = await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text();
  expect(text).toMatch(/http_request_duration_seconds_count\{.*route="\/api\/v1\/products".*\} 1\n/);
  expect(text).toMatch(/wopack_jobs_due\{queue="notifications.send-mail"\} [1-9]/);
  expect(text).toMatch(/wopack_orders_last_day\{state="paid"\} 1\n/);
  expect(text).toMatch(/wopack_database_up 1\n/);
  expect(text).not.toMatch(/secret|example\.com|127\.0\.0\.1/);
  await metrics.close();
  await app.close();
});

test('ready while the database answers', async () => {
  expect((await api.app.inject('/ready')).json()).toEqual({ status: 'ready' });
});
