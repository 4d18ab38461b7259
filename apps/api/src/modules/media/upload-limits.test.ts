import { type Endpoint, endpoints } from '@wopack/contract';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createTestUser, type TestUser } from '../../../test/support/builders.ts';
import { buildUpload } from '../../../test/support/sample-requests.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import {
  injectRequest,
  sendRequest,
  type TestRequest,
  type TestResponse,
} from '../../../test/support/test-request.ts';

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

test('concurrent pictures are decoded one at a time', async () => {
  const picture = await plain(1600, 1200).jpeg().toBuffer();
  const running: number[] = [];
  const count = () => running.push(sharp.counters().process);
  sharp.queue.on('change', count);
  // At its events alone the queue may be seen only before a picture is begun and after it is done.
  const sampling = setInterval(count, 1);
  const replies = await Promise.all(Array.from({ length: 8 }, () => uploadPhoto(seller.token, picture)));
  clearInterval(sampling);
  sharp.queue.off('change', count);
  expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(Math.max(...running)).toBe(1);
});

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

  const waitFor = (condition: () => void) => vi.waitFor(condition, { timeout: 20_000 });

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
    ['uploadAvatar', '/api/v1/user/avatar', 'avatar', 20, 60],
    ['uploadProductPhoto', '/api/v1/products_temp_photo', 'photo', 60, 180],
    ['uploadReportPhoto', '/api/v1/orders/report_photo', 'photo', 20, 60],
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

  test.each(calls)('%s by one user from many addresses', async (name, url, field, max) => {
    const { token } = await createTestUser(api, { isSeller: true });
    const sending = buildUpload(field, Buffer.from('no picture'));
    for (let i = 0; i < max; i++) {
      const { body } = await shoot(url, token, sending, `198.51.100.${i}`);
      expect(body.code, name).toBe(8);
    }
    expect((await shoot(url, token, sending, '198.51.100.200')).body.code).toBe(7);
    const other = await createTestUser(api, { isSeller: true });
    expect((await shoot(url, other.token, sending, '198.51.100.200')).body.code).toBe(8);
  });

  test.each(calls)('%s from one address by many users', async (name, url, field, maxByPerson, max) => {
    const sending = buildUpload(field, Buffer.from('no picture'));
    let { token } = await createTestUser(api, { isSeller: true });
    for (let i = 0; i < max; i++) {
      if (i % maxByPerson === 0) ({ token } = await createTestUser(api, { isSeller: true }));
      expect((await shoot(url, token, sending, '198.51.101.1')).body.code, name).toBe(8);
    }
    ({ token } = await createTestUser(api, { isSeller: true }));
    expect((await shoot(url, token, sending, '198.51.101.1')).body.code).toBe(7);
  });
});
