import { once } from 'node:events';
import { get } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Endpoint } from '@wopack/contract';
import fastify, { type FastifyRequest } from 'fastify';
import Type from 'typebox';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createJsonDownloadRoute } from './json-download.ts';
import { sharedSchemas } from './route-schemas.ts';
import { endWithSession } from './session-end.ts';

const Item = Type.Object({ id: Type.Integer() });
const endpoint = {
  method: 'GET',
  path: '/file',
  module: 'test',
  auth: 'public',
  summary: 'a file',
  reply: Type.Object({
    name: Type.String(),
    items: Type.Array(Item),
    none: Type.Optional(Type.Array(Item)),
    missing: Type.Optional(Type.String()),
  }),
  errors: [],
} as const satisfies Endpoint;

async function serve(items: () => AsyncIterable<{ id: number; secret?: string }[]>): Promise<string> {
  const app = fastify();
  for (const schema of sharedSchemas.values()) app.addSchema(schema);
  createJsonDownloadRoute(app, { createRateLimit: () => async () => undefined })(
    endpoint,
    'file.json',
    async () => ({ name: 'a "name"', items: items(), none: (async function* () {})(), other: 1 }) as never,
  );
  onTestFinished(() => app.close());
  return `${await app.listen({ port: 0, host: '127.0.0.1' })}/file`;
}

const buildItems = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: from + index, secret: 'x' }));

test('batches are one list, and fields that the schema does not name are not sent', async () => {
  const response = await fetch(
    await serve(async function* () {
      yield buildItems(0, 3);
      yield buildItems(3, 2);
    }),
  );
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="file.json"');
  expect(await response.text()).toBe(
    '{"name":"a \\"name\\"","items":[{"id":0},{"id":1},{"id":2},{"id":3},{"id":4}],"none":[]}',
  );
});

test('an error before the first chunk is an answer, one after it breaks the connection and the JSON', async () => {
  const fail = () => {
    throw new Error('no database');
  };
  const early = await fetch(
    await serve(async function* () {
      yield fail();
    }),
  );
  expect(early.status).toBe(500);
  const url = await serve(async function* () {
    yield buildItems(0, 50_000);
    yield fail();
  });
  let received = '';
  const reading = (async () => {
    const response = await fetch(url);
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) received += chunk;
  })();
  await expect(reading).rejects.toThrow('terminated');
  expect(received).toContain('{"id":0}');
  expect(() => JSON.parse(received) as unknown).toThrow(SyntaxError);
});

test('a slow reader is not run ahead of, and reading ends when the client goes', async () => {
  const counted = { batches: 0, hasEnded: false };
  const url = await serve(async function* () {
    try {
      for (;;) {
        counted.batches++;
        yield buildItems(0, 20_000);
      }
    } finally {
      counted.hasEnded = true;
    }
  });
  const request = get(url);
  const [response] = (await once(request, 'response')) as [Readable];
  response.pause();
  // The buffers of both ends are full when no batch is read any more.
  let batches = -1;
  await vi.waitFor(
    () => {
      const isFull = batches === counted.batches;
      batches = counted.batches;
      expect(isFull).toBe(true);
    },
    { timeout: 60_000, interval: 300 },
  );
  expect(counted).toMatchObject({ hasEnded: false });
  // 300 KB each.
  expect(counted.batches).toBeLessThan(200);
  request.destroy();
  await vi.waitFor(() => expect(counted.hasEnded).toBe(true), 60_000);
});

test('a download ends with the session', async () => {
  let isSignedIn = true;
  const source = Readable.from(
    (async function* () {
      yield 'one ';
      isSignedIn = false;
      yield 'two';
    })(),
    { objectMode: false, highWaterMark: 1 },
  );
  const request = { isStillAllowed: async () => isSignedIn } as FastifyRequest;
  await expect(text(endWithSession(request, source))).rejects.toMatchObject({ kind: 'notSignedIn' });
  expect(source.destroyed).toBe(true);
  const guest = { isStillAllowed: null } as FastifyRequest;
  expect(await text(endWithSession(guest, Readable.from(['public'])))).toBe('public');
});
