import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { parseConfig } from '../../config/config.ts';
import { buildFastify } from './fastify.ts';

let app: FastifyInstance;
let port: number;
beforeAll(async () => {
  const env = { DATA_DIR: tmpdir(), LOG_LEVEL: 'silent', OVERLOADED_AFTER_MS: '0', TRUST_PROXY: 'loopback' };
  app = await buildFastify(parseConfig(env));
  app.get('/slow', () => new Promise(() => {}));
  app.post('/echo', ({ body }) => ({ body }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.server.address() as AddressInfo);
});
afterAll(() => app.close());

async function open(request: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write(request);
  return socket;
}

const buildGet = (path: string) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`;

const buildPost = (network: string) =>
  `POST /echo HTTP/1.1\r\nhost: a\r\nx-forwarded-for: ${network}.9\r\nconnection: close\r\n` +
  'content-type: application/json\r\ncontent-length: 2\r\n\r\n';

/** All of a request but its last byte. */
const beginPost = (network: string) => open(`${buildPost(network)}{`);

const isOpen = ({ closed, readableEnded, destroyed }: Socket) => !closed && !readableEnded && !destroyed;

test('a few requests may follow each other without waiting, a thousand end the connection', async () => {
  const few = await text(
    await open(
      buildGet('/health').repeat(7) +
        buildGet('/health').replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'),
    ),
  );
  expect(few.match(/HTTP\/1\.1 200/g)).toHaveLength(8);
  expect(await text(await open(buildGet('/slow').repeat(1000)))).toBe('');
});

test('one after the other there may be any number', async () => {
  const socket = await open('');
  for (let i = 0; i < 50; i++) {
    socket.write(buildGet('/health'));
    expect(String((await once(socket, 'data'))[0])).toContain('HTTP/1.1 200');
  }
});

test('bodies that do not arrive keep nobody from sending one', async () => {
  const first = await beginPost('198.51.100');
  const stalled: Socket[] = [];
  for (let i = 0; i < 255; i++) stalled.push(await beginPost(i < 127 ? `10.0.${i}` : '203.0.113'));
  // Of those who have most nobody makes room.
  expect(await text(await beginPost('203.0.113'))).toContain('HTTP/1.1 503');
  expect(stalled.filter(isOpen)).toHaveLength(255);
  const next = await beginPost('192.0.2');
  await expect.poll(() => isOpen(stalled[127]!)).toBe(false);
  for (const socket of [first, next]) {
    socket.write('}');
    expect(await text(socket)).toContain('{"body":{}}');
  }
  expect(stalled.filter(isOpen)).toHaveLength(254);
});

test('a body that is refused unread takes no place', async () => {
  const send = (type: string, payload: string) =>
    app.inject({ method: 'POST', url: '/echo', headers: { 'content-type': type }, payload });
  for (let i = 0; i < 300; i++) expect((await send('text/xml', '<a/>')).statusCode).toBe(422);
  expect((await send('application/json', '{}')).statusCode).toBe(200);
});

test('headers have less time than the whole request, or Node would give the request theirs', () => {
  expect(app.server.headersTimeout).toBeLessThan(app.server.requestTimeout);
  expect(app.server.requestTimeout).toBe(30_000);
});
