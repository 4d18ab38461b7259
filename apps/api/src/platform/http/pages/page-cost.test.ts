import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import zlib from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { parseConfig } from '../../../config/config.ts';
import { buildFastify } from '../fastify.ts';
import { createBuildReader, type LinkPreview } from './prerendered-pages.ts';
import { adminPageRoutes, webRoutes } from './web.routes.ts';

const html = `<html lang="en"><head><!-- preview --><!-- /preview --></head><body>${'Pão. '.repeat(20_000)}</body>`;
const findPreview = vi.fn<LinkPreview>(async (id) => ({
  path: `/offers/${id}`,
  title: `Pack ${id}`,
  description: 'Bread',
  image: { path: '/preview.jpg', width: 1200, height: 630, alt: '' },
}));

let app: FastifyInstance;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wopack-pages-'));
  await writeFile(join(folder, 'index.html'), html);
  app = await buildFastify(parseConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', OVERLOADED_AFTER_MS: '0' }));
  // What is short is not compressed as a stream anyway.
  for (const prefix of ['', '/api/v1/admin'])
    app.get(`${prefix}/described`, { schema: { description: 'Long. '.repeat(20_000) } }, () => '');
  await adminPageRoutes(app, folder);
  await webRoutes(app, {
    folder,
    publicUrl: 'https://wopack.example',
    linkPreviews: { '/offers': findPreview },
  });
});
afterEach(() => void vi.restoreAllMocks());
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const load = (url: string, encoding: string) =>
  app.inject({ url, headers: { 'accept-encoding': encoding, 'accept-language': 'en' } });

const decompress = { br: zlib.brotliDecompressSync, gzip: zlib.gunzipSync };

test('an overloaded server refuses calls, and serves the pages that say so', async () => {
  const slowApp = await buildFastify(
    parseConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', OVERLOADED_AFTER_MS: '1' }),
  );
  slowApp.get('/api/v1/anything', () => 'served');
  await webRoutes(slowApp, { folder, publicUrl: 'https://wopack.example', linkPreviews: {} });
  const blockEventLoop = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30);
  const call = async () => {
    blockEventLoop();
    return slowApp.inject('/api/v1/anything');
  };
  await expect.poll(async () => (await call()).statusCode, { timeout: 60_000 }).toBe(503);
  expect((await call()).headers['retry-after']).toBe('10');
  for (const url of ['/', '/offers/7']) {
    blockEventLoop();
    const { statusCode, headers } = await slowApp.inject({ url, headers: { accept: 'text/html' } });
    expect([statusCode, headers['content-type']]).toEqual([200, expect.stringContaining('text/html')]);
  }
  await slowApp.close();
});

test.each(
  ['/', '/offers/7', '/no-such-page', '/admin/users', '/openapi.json', '/openapi-admin.json'].flatMap((url) =>
    (['br', 'gzip'] as const).map((encoding) => [url, encoding] as const),
  ),
)('%s as %s: its replies share one compressed form', async (url, encoding) => {
  const createEncoders = [vi.spyOn(zlib, 'createBrotliCompress'), vi.spyOn(zlib, 'createGzip')];
  const replies = await Promise.all(Array.from({ length: 20 }, () => load(url, encoding)));
  for (const createEncoder of createEncoders) expect(createEncoder).not.toHaveBeenCalled();
  const plain = (await load(url, 'identity')).rawPayload;
  for (const { headers, rawPayload } of replies) {
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers.vary).toMatch(/accept-encoding/i);
    expect(decompress[encoding](rawPayload)).toEqual(plain);
  }
});

test.each(['/docs/', '/docs/json', '/docs/yaml', '/docs/static/swagger-ui-bundle.js'])(
  '%s of the viewer takes no encoder',
  async (url) => {
    const createEncoder = vi.spyOn(zlib, 'createBrotliCompress');
    const reply = await load(url, 'br');
    expect(reply.statusCode).toBeLessThan(400);
    expect(createEncoder).not.toHaveBeenCalled();
  },
);

test('pages that differ in one word only are not taken for each other', async () => {
  const [seven, eight] = await Promise.all([load('/offers/7', 'br'), load('/offers/8', 'br')]);
  expect(String(zlib.brotliDecompressSync(seven.rawPayload))).toContain('<title>Pack 7</title>');
  expect(String(zlib.brotliDecompressSync(eight.rawPayload))).toContain('<title>Pack 8</title>');
});

test('a link that many open at once is looked up once', async () => {
  findPreview.mockClear();
  await Promise.all(Array.from({ length: 20 }, () => load('/offers/99', 'br')));
  expect(findPreview).toHaveBeenCalledOnce();
});

test('those who come while the build is read wait for it, and do not each read it', async () => {
  await mkdir(join(folder, '.vite'), { recursive: true });
  const readBuild = createBuildReader(folder);
  const [first, ...others] = await Promise.all(Array.from({ length: 20 }, () => readBuild()));
  for (const build of others) expect(build).toBe(first);
});
