import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createPushBrowser } from '../../test/servers/notification-receivers.ts';
import { createWebPush, isTooLongForPush, loadVapidKeys } from './push.ts';

const message = { title: 'De volta à venda', body: 'Só resta 1', url: '/offers/7', tag: 'slot-1' };
const subject = 'mailto:feedback@wopack.example';

/** A push service that records requests and answers with this status. */
async function startPushService(status: number) {
  const receivedPushes: { headers: IncomingMessage['headers']; body: Buffer }[] = [];
  const receivePush = async (request: IncomingMessage, response: ServerResponse) => {
    receivedPushes.push({ headers: request.headers, body: await buffer(request) });
    response.writeHead(status).end();
  };
  const server = createServer((request, response) => void receivePush(request, response)).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/send/abc`, taken: receivedPushes, stop: () => server.close() };
}

async function sendPushAnswering(status: number, ttl = 3601) {
  const service = await startPushService(status);
  const { subscription, decryptMessage } = createPushBrowser(service.url);
  const dataDir = await mkdtemp(join(tmpdir(), 'wopack-push-'));
  const keys = await loadVapidKeys(dataDir, null);
  await rm(dataDir, { recursive: true });
  const outcome = await createWebPush(keys, subject)
    .send({ endpoint: service.url, ...subscription.keys }, message, ttl)
    .finally(service.stop);
  return { outcome, receivedPushes: service.taken, decryptMessage, keys };
}

test('messages are encrypted for the browser and signed', async () => {
  const { outcome, receivedPushes, decryptMessage, keys } = await sendPushAnswering(201);
  expect(outcome).toBe('sent');
  const [{ headers, body }] = receivedPushes as [(typeof receivedPushes)[number]];
  expect(JSON.parse(decryptMessage(body))).toEqual(message);
  expect(body.toString()).not.toContain('resta');
  expect(headers).toMatchObject({ ttl: '3601', urgency: 'normal', 'content-encoding': 'aes128gcm' });
  const [, token, key] = /^vapid t=(.+), k=(.+)$/.exec(headers.authorization!)!;
  expect(key).toBe(keys.publicKey);
  const claims = JSON.parse(Buffer.from(token!.split('.')[1]!, 'base64url').toString());
  expect(claims).toMatchObject({ sub: subject, aud: expect.stringContaining('http://127.0.0.1') });
});

test('what ends within the hour is urgent', async () => {
  const { receivedPushes } = await sendPushAnswering(201, 600);
  expect(receivedPushes[0]!.headers).toMatchObject({ ttl: '600', urgency: 'high' });
});

test('a message is too long by its bytes, not its letters', () => {
  expect(isTooLongForPush({ ...message, body: 'a'.repeat(3800) })).toBe(false);
  expect(isTooLongForPush({ ...message, body: 'я'.repeat(2000) })).toBe(true);
});

test.each([404, 410])('%i: the subscription is gone', async (status) => {
  expect((await sendPushAnswering(status)).outcome).toBe('gone');
});

test.each([429, 500])('%i: the message is retried', async (status) => {
  await expect(sendPushAnswering(status)).rejects.toThrow(String(status));
});

test('keys are created once in a private file; configured keys take precedence', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'wopack-keys-'));
  const [a, b] = await Promise.all([loadVapidKeys(dataDir, null), loadVapidKeys(dataDir, null)]);
  expect(a).toEqual(b);
  expect(await loadVapidKeys(dataDir, null)).toEqual(a);
  expect((await stat(join(dataDir, 'vapid-keys.json'))).mode & 0o077).toBe(0);
  const configuredKeys = { publicKey: 'p', privateKey: 's' };
  expect(await loadVapidKeys(dataDir, configuredKeys)).toBe(configuredKeys);
  await rm(dataDir, { recursive: true });
});
