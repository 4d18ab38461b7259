import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { pushBrowser } from '../../test/push-browser.ts';
import { webPush } from './push.ts';
import { vapidKeys } from './vapid-keys.ts';

const message = { title: 'De volta à venda', body: 'Só resta 1', url: '/offers/7', tag: 'slot-1' };
const subject = 'mailto:feedback@wopack.example';

/** A push service that keeps what it is sent and answers with this status. */
async function pushService(status: number) {
  const taken: { headers: IncomingMessage['headers']; body: Buffer }[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    taken.push({ headers: request.headers, body: await buffer(request) });
    response.writeHead(status).end();
  };
  const server = createServer((request, response) => void take(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/send/abc`, taken, stop: () => server.close() };
}

async function sendTo(status: number) {
  const service = await pushService(status);
  const { subscription, read } = pushBrowser(service.url);
  const dataDir = await mkdtemp(join(tmpdir(), 'wopack-push-'));
  const keys = await vapidKeys(dataDir, null);
  await rm(dataDir, { recursive: true });
  const outcome = await webPush(keys, subject)
    .send({ endpoint: service.url, ...subscription.keys }, message, 3600)
    .finally(service.stop);
  return { outcome, taken: service.taken, read, keys };
}

test('only the browser reads it, and it comes signed', async () => {
  const { outcome, taken, read, keys } = await sendTo(201);
  expect(outcome).toBe('sent');
  const [{ headers, body }] = taken as [(typeof taken)[number]];
  expect(JSON.parse(read(body))).toEqual(message);
  expect(body.toString()).not.toContain('resta');
  expect(headers).toMatchObject({ ttl: '3600', 'content-encoding': 'aes128gcm' });
  const [, token, key] = /^vapid t=(.+), k=(.+)$/.exec(headers.authorization!)!;
  expect(key).toBe(keys.publicKey);
  const claims = JSON.parse(Buffer.from(token!.split('.')[1]!, 'base64url').toString());
  expect(claims).toMatchObject({ sub: subject, aud: expect.stringContaining('http://127.0.0.1') });
});

test.each([404, 410])('%i: the browser is gone', async (status) => {
  expect((await sendTo(status)).outcome).toBe('gone');
});

test.each([429, 500])('%i: another time', async (status) => {
  await expect(sendTo(status)).rejects.toThrow(String(status));
});

test('keys are made once, for nobody else to read; given ones come first', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'wopack-keys-'));
  const [a, b] = await Promise.all([vapidKeys(dataDir, null), vapidKeys(dataDir, null)]);
  expect(a).toEqual(b);
  expect(await vapidKeys(dataDir, null)).toEqual(a);
  expect((await stat(join(dataDir, 'vapid-keys.json'))).mode & 0o077).toBe(0);
  const given = { publicKey: 'p', privateKey: 's' };
  expect(await vapidKeys(dataDir, given)).toBe(given);
  await rm(dataDir, { recursive: true });
});
