import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Endpoint, endpoints } from '@wopack/contract';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { findFreePort } from '../../src/platform/db/embedded.ts';
import { ServerProcess, waitUntil } from '../servers/server-process.ts';
import { createTestDatabase } from '../support/test-databases.ts';

// Each key has the form that its link requires, so that the request gets as far as a real one.
const DECISION_KEY = '0000beef-feedfacefeedfacefeedface';
const UNSUBSCRIBE_KEY = 'feedface-beef-4bee-8bee-feedfacebeef';
const TOKEN = 'markedmarkedmarkedmarkedmarkedmarkedmarked';
const keys = [DECISION_KEY, UNSUBSCRIBE_KEY, TOKEN];

/** Links that carry a key: of mails sent now and before, of sign-in, and of payment providers. */
const links: [method: string, address: string][] = [
  ['GET', `/decisions/${DECISION_KEY}`],
  ['GET', `/unsubscribe/favourites/${UNSUBSCRIBE_KEY}`],
  ['POST', `/unsubscribe/favourites/${UNSUBSCRIBE_KEY}`],
  ['GET', `/api/v1/calendar/${TOKEN}/wopack.ics`],
  ['GET', `/friend/${TOKEN}`],
  ['GET', `/auth/token?token=${TOKEN}`],
  ['GET', `/google/callback?code=${TOKEN}&state=${TOKEN}`],
  ['GET', `/google/redirect?client_state=${TOKEN}`],
  ['GET', `/offers/1?payment=${TOKEN}&payment_intent_client_secret=${TOKEN}`],
  ['GET', `/dev/oidc/auth?state=${TOKEN}`],
];

/** Addresses that no route has, or that are refused before routing. */
const otherAddresses: typeof links = [
  ['GET', `/${TOKEN}`],
  ['GET', `/api/v1/${TOKEN}?key=${TOKEN}`],
  ['GET', `/media/${TOKEN}`],
  ['PUT', `/decisions/${DECISION_KEY}`],
  ['GET', `/unsubscribe/favourites/%${TOKEN}`],
  ['GET', `/orders/${TOKEN.repeat(10)}`],
];

/** Each call of the contract with a key in every place that its address has. */
const listCallAddresses = () =>
  Object.values(endpoints as Record<string, Endpoint>).map(({ method, path, query }) => {
    const names = Object.keys((query as { properties?: object } | undefined)?.properties ?? {});
    const search = new URLSearchParams([...names, 'key'].map((name) => [name, TOKEN]));
    return [method, `${path.replace(/\{\w+\}/g, TOKEN)}?${search}`] as const;
  });

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let receiver: Server;
let dataDir: string;
let receivedSpans = '';

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wopack-keys-'));
  database = await createTestDatabase(inject('serverUrl'));
  receiver = createServer(async (request, response) => {
    receivedSpans += await text(request);
    response.setHeader('content-type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

test('no key of a link is in a log line, a metric or a trace', { timeout: 300_000 }, async () => {
  const metricsPort = await findFreePort();
  const server = await ServerProcess.start(join(dataDir, 'data'), {
    DATABASE_URL: database.url,
    NODE_ENV: 'production',
    MAIL: 'outbox',
    LOG_LEVEL: 'trace',
    ENABLE_SANDBOX: '1',
    ENABLE_LOCAL_SIGN_IN: '1',
    DRAIN_SECONDS: '0',
    METRICS_PORT: String(metricsPort),
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
  });
  expect(server.url, server.output).toMatch(/^http/);
  for (const [method, address] of [...links, ...otherAddresses, ...listCallAddresses()]) {
    const signal = AbortSignal.timeout(10_000);
    const response = await fetch(server.url + address, { method, redirect: 'manual', signal });
    await response.text();
  }
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  await waitUntil(async () => receivedSpans.includes('/api/v1/decision'));
  await server.waitForExit('SIGTERM');

  // What operators need instead.
  const lines = server.output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { msg: string; reqId?: string; req?: object; responseTime?: number });
  const request = lines.find(({ req }) => (req as { route?: string })?.route === '/unsubscribe/:what/:key');
  expect(request).toMatchObject({ req: { method: 'POST' }, reqId: expect.any(String) });
  expect(lines).toContainEqual(
    expect.objectContaining({
      reqId: request!.reqId,
      res: { statusCode: 404 },
      responseTime: expect.any(Number),
    }),
  );
  expect(metrics).toContain('/unsubscribe/:what/:key');
  for (const [place, content] of Object.entries({ log: server.output, metrics, traces: receivedSpans }))
    for (const key of keys) {
      const at = content.indexOf(key);
      expect(at === -1 ? '' : content.slice(Math.max(0, at - 200), at + 100), place).toBe('');
    }
});

test("the proxy's log keeps of an address only where it leads", async () => {
  const caddyfile = await readFile(join(import.meta.dirname, '../../../../deploy/Caddyfile'), 'utf8');
  const [, pattern, replacement] = /request>uri regexp "(.+)" "(.+)"/.exec(caddyfile)!;
  const filter = (address: string) => address.replace(new RegExp(pattern!), replacement!);
  for (const [, address] of [...links, ...listCallAddresses()])
    for (const key of keys) expect(filter(address), address).not.toContain(key.slice(0, 8));
  expect(filter('/api/v1/orders/7/cancel?x=1')).toBe('/api/v1/orders');
  expect(filter('/unsubscribe/sold/7')).toBe('/unsubscribe');
  expect(filter('/')).toBe('/');
  for (const field of ['request>headers', 'resp_headers']) expect(caddyfile).toContain(`${field} delete`);
});
