import { once } from 'node:events';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type Endpoint, endpoints } from '@wopack/contract';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createTestUser, type TestUser } from '../../../test/support/builders.ts';
import { createGreyPng } from '../../../test/support/pictures.ts';
import { buildUpload } from '../../../test/support/sample-requests.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import {
  injectRequest,
  sendRequest,
  type TestRequest,
  type TestResponse,
} from '../../../test/support/test-request.ts';
import { createWorkProcess, WorkEndedError } from '../../platform/work-process/work-process.ts';
import type { PictureTasks } from './picture-process.ts';

const api = useTestApp();
let seller: TestUser;
beforeAll(async () => {
  seller = await createTestUser(api, { isSeller: true });
});
afterEach(() => vi.restoreAllMocks());

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c98a3d' } });
const uploadPhoto = (token: string, content: Uint8Array, language = 'en') =>
  sendRequest(api, 'uploadProductPhoto', { token, language, ...buildUpload('photo', content) });

const uploadAvatar = (token: string, content: Uint8Array) =>
  sendRequest(api, 'uploadAvatar', { token, language: 'en', ...buildUpload('avatar', content) });

describe('pixels', () => {
  test('a camera photo of 50 megapixels is accepted', async () => {
    const { status } = await uploadPhoto(seller.token, await plain(8192, 6144).jpeg().toBuffer());
    expect(status).toBe(200);
  });

  const tooLarge: [name: string, limit: number, picture: () => Promise<Uint8Array>][] = [
    ['a camera photo of more', 50, () => plain(8200, 6200).jpeg().toBuffer()],
    ['a progressive JPEG of 26', 25, () => plain(5200, 5000).jpeg({ progressive: true }).toBuffer()],
    ['a PNG of 26', 25, () => plain(5200, 5000).png().toBuffer()],
    ['a WebP of 26', 25, () => plain(5200, 5000).webp({ effort: 0 }).toBuffer()],
  ];
  test.each(tooLarge)('%s is refused with code 8 and a message with the limit', async (_, limit, picture) => {
    const { status, body } = await uploadPhoto(seller.token, await picture());
    expect({ status, code: body.code, message: body.message }).toEqual({
      status: 415,
      code: 8,
      message: `The picture is too large: ${limit} megapixels at most. Send a smaller one.`,
    });
  });
});

describe('a picture that takes more than its file suggests', () => {
  const refusals: [name: string, message: string, picture: () => Promise<Uint8Array> | Uint8Array][] = [
    ['16 × 60,000 pixels', 'one side may be 10 times as long', () => createGreyPng(16, 60_000)],
    ['1,000,000 × 16 pixels', 'one side may be 10 times as long', () => createGreyPng(1_000_000, 16)],
    [
      'a JPEG of 16 × 20,000 pixels',
      'one side may be 10 times as long',
      () => plain(16, 20_000).jpeg().toBuffer(),
    ],
    [
      'a WebP of 16,000 × 20 pixels',
      'one side may be 10 times as long',
      () => plain(16_000, 20).webp().toBuffer(),
    ],
    [
      '16 bits for each of four channels',
      '10 megapixels at most',
      () => plain(4000, 3000).ensureAlpha().toColourspace('rgb16').png().toBuffer(),
    ],
  ];
  test.each(refusals)('%s is refused with code 8', async (_, message, picture) => {
    for (const send of [uploadPhoto, uploadAvatar]) {
      const { status, body } = await send(seller.token, await picture());
      expect({ status, code: body.code, message: body.message }).toEqual({
        status: 415,
        code: 8,
        message: expect.stringContaining(message),
      });
    }
  });

  test.each([
    [160, 16],
    [16, 160],
    [1080, 10_000],
  ])('%d × %d pixels are accepted', async (width, height) => {
    expect((await uploadPhoto(seller.token, createGreyPng(width, height))).status).toBe(200);
  });
});

describe('scans of a JPEG', () => {
  /** The last scan of a progressive JPEG again, as often. */
  async function repeatLastScan(times: number): Promise<Buffer> {
    const jpeg = await plain(64, 64).jpeg({ progressive: true }).toBuffer();
    const start = jpeg.lastIndexOf(Buffer.from('ffda', 'hex'));
    const scan = jpeg.subarray(start, -2);
    return Buffer.concat([jpeg.subarray(0, start), ...Array<Buffer>(times).fill(scan), jpeg.subarray(-2)]);
  }

  test('a progressive one is accepted', async () => {
    expect((await uploadPhoto(seller.token, await repeatLastScan(1))).status).toBe(200);
  });

  test('one with hundreds of passes over the whole picture is refused', async () => {
    for (const send of [uploadPhoto, uploadAvatar]) {
      const { status, body } = await send(seller.token, await repeatLastScan(800));
      expect({ status, code: body.code, message: body.message }).toEqual({
        status: 415,
        code: 8,
        message: expect.stringContaining('Save it as a plain JPEG'),
      });
    }
  });
});

describe('other kinds of files', () => {
  /** Its style sheet takes minutes to parse. */
  const slowSvg = () =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><style>${'a>b>c,'.repeat(200_000)}d{fill:red}</style>${'<g>'.repeat(60)}${'<a/>'.repeat(2000)}${'</g>'.repeat(60)}</svg>`;

  test('are refused by their first bytes, before the rest arrives', async () => {
    const url = await listen();
    for (const start of ['<svg xmlns="http://www.w3.org/2000/svg">', 'GIF89a______', '%PDF-1.7____']) {
      const upload = openUpload(url, seller.token);
      upload.write(start);
      expect(await upload.response).toContain('"code":8');
      upload.close();
    }
  });

  test('the next request on the connection of a refused body is answered', async () => {
    const upload = openUpload(await listen(), seller.token);
    upload.write('<svg xmlns="http://www.w3.org/2000/svg">');
    await upload.response;
    upload.finish();
    upload.write('GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await vi.waitFor(() => expect(upload.received()).toContain('{"status":"ok"'), 60_000);
    upload.close();
  });

  test('SVG has no loader in the process that decodes', async () => {
    const path = join(api.context.config.dataDir, 'other-kind');
    await writeFile(path, slowSvg());
    const pictures = createWorkProcess<PictureTasks>({
      script: join(import.meta.dirname, 'picture-process.ts'),
      maxHeapMb: 64,
      timeoutMs: 20_000,
      maxWaiting: 0,
    });
    const size = { width: 256, height: 256 };
    await expect(pictures.run('encodeWebp', { path, targets: [size], isAlone: false })).rejects.toMatchObject(
      {
        kind: 'uploadRefused',
      },
    );
  });
});

test('the picture of a user that ends the process is code 8, and their next one waits', async () => {
  const marta = await createTestUser(api);
  // A storage that fails as the work process does: no accepted picture ends it.
  const storing = vi
    .spyOn(api.context.storage, 'put')
    .mockRejectedValueOnce(new WorkEndedError('timeout', 'encodeWebp'));
  const png = createGreyPng(64, 64);
  expect(await uploadAvatar(marta.token, png)).toMatchObject({
    status: 415,
    body: { code: 8, message: expect.stringContaining('Save it as a plain JPEG') },
  });
  expect(await uploadAvatar(marta.token, png)).toMatchObject({ status: 429, body: { code: 7 } });
  const other = await createTestUser(api);
  expect((await uploadAvatar(other.token, png)).status).toBe(200);
  storing.mockRestore();
});

test('pictures that take much memory are stored beside small ones', async () => {
  const large = await plain(4000, 3000).ensureAlpha().png().toBuffer();
  const small = createGreyPng(640, 360);
  const replies = await Promise.all(
    [large, small, large, small].map((photo) => uploadPhoto(seller.token, photo)),
  );
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

test('files that arrived are removed, whatever became of them', async () => {
  await uploadPhoto(seller.token, createGreyPng(64, 64));
  await uploadPhoto(seller.token, createGreyPng(16, 1000));
  await uploadPhoto(seller.token, Buffer.from('no picture'));
  await uploadPhoto(seller.token, new Uint8Array(10 * 1024 * 1024 + 1));
  const folder = join(api.context.config.dataDir, 'arriving');
  expect(await readdir(folder)).toEqual([]);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

describe('slow senders', () => {
  test('49 idle requests of seven accounts keep nobody waiting', async () => {
    const url = await listen();
    const accounts = await Promise.all(Array.from({ length: 7 }, () => createTestUser(api)));
    const idle = accounts.flatMap(({ token }) => Array.from({ length: 7 }, () => openUpload(url, token)));
    await Promise.all(idle.map(({ connected }) => connected));
    for (const upload of idle) upload.write('\xff\xd8\xff');
    await vi.waitFor(async () => {
      const files = await readdir(join(api.context.config.dataDir, 'arriving'));
      expect(files).toHaveLength(49);
    }, 60_000);
    const marta = await createTestUser(api);
    expect((await uploadAvatar(marta.token, createGreyPng(64, 64))).status).toBe(200);
    for (const upload of idle) upload.close();
  });

  test('a body that stops arriving is refused, and its connection ends', async () => {
    const url = await listen();
    const marta = await createTestUser(api);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const upload = openUpload(url, marta.token);
    await upload.connected;
    upload.write('\xff\xd8\xff');
    await vi.waitFor(async () => {
      expect(await readdir(join(api.context.config.dataDir, 'arriving'))).toHaveLength(1);
    }, 60_000);
    vi.advanceTimersByTime(9_000);
    expect(upload.received()).toBe('');
    vi.advanceTimersByTime(3_000);
    expect(await upload.response).toContain('The picture did not arrive in time.');
    await upload.closed;
  });

  test('a network has a share of the places', async () => {
    api.context.config.production = true;
    onTestFinished(() => {
      api.context.config.production = false;
    });
    const url = await listen();
    const accounts = await Promise.all(Array.from({ length: 5 }, () => createTestUser(api)));
    const idle = accounts
      .slice(0, 4)
      .flatMap(({ token }) => Array.from({ length: 8 }, () => openUpload(url, token)));
    await Promise.all(idle.map(({ connected }) => connected));
    for (const upload of idle) upload.write('\xff\xd8\xff');
    await vi.waitFor(async () => {
      expect(await readdir(join(api.context.config.dataDir, 'arriving'))).toHaveLength(32);
    }, 60_000);
    const sending = buildUpload('avatar', createGreyPng(64, 64));
    const sendFrom = (remoteAddress: string) =>
      injectRequest(api, 'POST', '/api/v1/user/avatar', {
        payload: sending.body as Buffer,
        headers: { 'content-type': sending.contentType!, authorization: `Bearer ${accounts[4]!.token}` },
        remoteAddress,
      });
    expect(await sendFrom('127.0.0.1')).toMatchObject({ status: 429, body: { code: 7 } });
    expect((await sendFrom('198.51.100.7')).status).toBe(200);
    for (const upload of idle) upload.close();
  });
});

test('idle requests that have all places make room for other networks', { timeout: 300_000 }, async () => {
  const url = await listen();
  const accounts = await Promise.all(Array.from({ length: 32 }, () => createTestUser(api)));
  const idle = accounts.flatMap(({ token }) => Array.from({ length: 8 }, () => openUpload(url, token)));
  onTestFinished(() => {
    for (const upload of idle) upload.close();
  });
  for (const upload of idle) upload.write('\xff\xd8\xff');
  await vi.waitFor(async () => {
    expect(await readdir(join(api.context.config.dataDir, 'arriving'))).toHaveLength(256);
  }, 60_000);
  const [marta, ana] = [await createTestUser(api), await createTestUser(api)];
  const sendFrom = ({ token }: TestUser, remoteAddress: string) => {
    const sending = buildUpload('avatar', createGreyPng(64, 64));
    return injectRequest(api, 'POST', '/api/v1/user/avatar', {
      payload: sending.body as Buffer,
      headers: { 'content-type': sending.contentType!, authorization: `Bearer ${token}` },
      remoteAddress,
    });
  };
  // A network that has all of them is refused, another one is not.
  expect(await sendFrom(marta, '127.0.0.9')).toMatchObject({ status: 503, body: { code: 9 } });
  expect((await sendFrom(ana, '198.51.100.7')).status).toBe(200);
  expect(idle.filter((upload) => upload.received().includes('"code":9'))).toHaveLength(1);
});

let baseUrl: Promise<string> | undefined;
/** The app on a port, for requests that take their time. */
const listen = (): Promise<string> => (baseUrl ??= api.app.listen({ port: 0, host: '127.0.0.1' }));

const UPLOAD_LENGTH = 5_000_000;

/** An upload of an avatar whose file is written bit by bit. */
function openUpload(url: string, token: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let text = '';
  const response = Promise.withResolvers<string>();
  socket
    .on('error', () => {})
    .on('data', (chunk) => {
      text += String(chunk);
      if (text.includes('"code"')) response.resolve(text);
    });
  const head = [
    'POST /api/v1/user/avatar HTTP/1.1',
    'host: localhost',
    `authorization: Bearer ${token}`,
    'accept-language: en',
    'content-type: multipart/form-data; boundary=edge',
    `content-length: ${UPLOAD_LENGTH}`,
  ];
  let remaining = UPLOAD_LENGTH;
  const write = (content: string) => {
    remaining -= content.length;
    socket.write(content, 'latin1');
  };
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  write('--edge\r\ncontent-disposition: form-data; name="avatar"; filename="a.jpg"\r\n\r\n');
  return {
    connected: once(socket, 'connect'),
    closed: once(socket, 'close'),
    response: response.promise,
    received: () => text,
    write,
    /** Sends the rest of the body. */
    finish: () => write('-'.repeat(remaining)),
    close: () => void socket.destroy(),
  };
}

describe('uploads in progress', () => {
  /** Blocks the storage until released. */
  function holdStorage() {
    const { put } = api.context.storage;
    const release = Promise.withResolvers<void>();
    const storing = vi.spyOn(api.context.storage, 'put').mockImplementation(async (key, content) => {
      await release.promise;
      return put(key, content);
    });
    onTestFinished(() => release.resolve());
    return { storing, release: release.resolve };
  }

  const waitFor = (condition: () => void) => vi.waitFor(condition, { timeout: 60_000 });

  const avatar = async (token: string) =>
    sendRequest(api, 'uploadAvatar', {
      token,
      ...buildUpload('avatar', await plain(64, 64).png().toBuffer()),
    });

  test("a user's ninth concurrent upload waits", async () => {
    const marta = await createTestUser(api);
    const { storing, release } = holdStorage();
    const first = Array.from({ length: 8 }, () => avatar(marta.token));
    await waitFor(() => expect(storing).toHaveBeenCalledTimes(8));
    const { body, status, headers } = await avatar(marta.token);
    expect({ status, code: body.code }).toEqual({ status: 429, code: 7 });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    release();
    expect((await Promise.all(first)).map((reply) => reply.status)).toEqual(Array(8).fill(200));
    expect((await avatar(marta.token)).status).toBe(200);
  });

  test('uploads beyond the capacity of a process are refused at once and accepted later', async () => {
    const people = await Promise.all(Array.from({ length: 60 }, () => createTestUser(api)));
    const { storing, release } = holdStorage();
    const refused: TestResponse[] = [];
    const replies = people.map(async ({ token }) => {
      const reply = await avatar(token);
      if (reply.status !== 200) refused.push(reply);
    });
    await waitFor(() => expect(refused).toHaveLength(60 - 16 - 32));
    await waitFor(() => expect(storing).toHaveBeenCalledTimes(16));
    for (const { status, body, headers } of refused) {
      expect({ status, code: body.code, message: body.message }).toEqual({
        status: 503,
        code: 9,
        message: 'Many pictures are arriving right now. Try again in a moment.',
      });
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    release();
    await Promise.all(replies);
    expect(refused).toHaveLength(60 - 16 - 32);
    expect((await avatar(people[0]!.token)).status).toBe(200);
  });
});

describe('rate limits', () => {
  const calls = [
    ['uploadAvatar', '/api/v1/user/avatar', 'avatar', 20, 60, 8],
    ['uploadProductPhoto', '/api/v1/products_temp_photo', 'photo', 60, 180, 8],
    ['uploadReportPhoto', '/api/v1/orders/report_photo', 'photo', 20, 60, 8],
    ['uploadValuePhoto', '/api/v1/orders/value_photo', 'photo', 20, 60, 8],
    ['uploadClaimPhoto', '/api/v1/sale_places/claim_photo', 'photo', 20, 60, 8],
    // Of a text as a table, what is wrong is said of its columns; photos belong to an import.
    ['createProductImport', '/api/v1/seller/product_imports', 'file', 20, 60, 1],
    ['addImportPhotos', '/api/v1/seller/product_imports/1/photos', 'photos', 20, 60, 4],
  ] as const;

  test('every endpoint with a file is listed', () => {
    const takeFiles = Object.entries<Endpoint>(endpoints).filter(([, { file }]) => file);
    expect(takeFiles.map(([name]) => name).sort()).toEqual(calls.map(([name]) => name).sort());
  });

  const shoot = (url: string, token: string, { body, contentType }: TestRequest, remoteAddress: string) =>
    injectRequest(api, 'POST', url, {
      payload: body as Buffer,
      headers: { 'content-type': contentType!, authorization: `Bearer ${token}` },
      remoteAddress,
    });

  test.each(calls)('%s by one user from many addresses', async (name, url, field, max, _, refused) => {
    const { token } = await createTestUser(api, { isSeller: true });
    const sending = buildUpload(field, Buffer.from('no picture'));
    for (let i = 0; i < max; i++) {
      const { body } = await shoot(url, token, sending, `198.51.100.${i}`);
      expect(body.code, name).toBe(refused);
    }
    expect((await shoot(url, token, sending, '198.51.100.200')).body.code).toBe(7);
    const other = await createTestUser(api, { isSeller: true });
    expect((await shoot(url, other.token, sending, '198.51.100.200')).body.code).toBe(refused);
  });

  test.each(calls)(
    '%s from one address by many users',
    async (name, url, field, maxByPerson, max, refused) => {
      const sending = buildUpload(field, Buffer.from('no picture'));
      let { token } = await createTestUser(api, { isSeller: true });
      for (let i = 0; i < max; i++) {
        if (i % maxByPerson === 0) ({ token } = await createTestUser(api, { isSeller: true }));
        expect((await shoot(url, token, sending, '198.51.101.1')).body.code, name).toBe(refused);
      }
      ({ token } = await createTestUser(api, { isSeller: true }));
      expect((await shoot(url, token, sending, '198.51.101.1')).body.code).toBe(7);
    },
  );
});
