import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { S3Server } from '../../../test/servers/s3-server.ts';
import { createTestUser, SALE_PLACE_BODY } from '../../../test/support/builders.ts';
import { buildUpload } from '../../../test/support/sample-requests.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { injectRequest, sendRequest } from '../../../test/support/test-request.ts';
import { parseConfig } from '../../config/config.ts';
import { createS3Storage } from '../../platform/files/storage.ts';

const s3 = new S3Server();
beforeAll(() => s3.open());
const api = useTestApp({ env: async () => s3.buildEnv() });
afterAll(() => s3.close());
afterEach(() => {
  s3.findFailure = () => null;
});

const picture = () =>
  sharp({ create: { width: 64, height: 36, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
const seller = () => createTestUser(api, { isSeller: true });
const uploadAs = async (token: string, language = 'en') =>
  sendRequest(api, 'uploadProductPhoto', {
    token,
    ...buildUpload('photo', await picture()),
    language,
  });
const keyOf = (path: string) => path.replace('/media/', '');
describe('available storage', () => {
  test('an uploaded photo is in the bucket in all sizes and not in the folder; its path is the same', async () => {
    const { token } = await seller();
    const { status, body } = await uploadAs(token);
    expect(status).toBe(200);
    const { path, srcset } = body.data as { path: string; srcset: string };
    expect(path).toMatch(/^\/media\/photos\/[0-9a-f]{24}-1280\.webp$/);
    const keys = srcset.split(', ').map((part) => keyOf(part.split(' ')[0]!));
    expect(await s3.listKeys()).toEqual(expect.arrayContaining(keys));
    expect(await readdir(api.context.config.mediaDir).catch(() => [])).toEqual([]);
  });

  test('browsers are redirected to a URL signed for this file only', async () => {
    const { token } = await seller();
    const { path } = (await uploadAs(token)).body.data as { path: string };
    const { status, headers } = await injectRequest(api, 'GET', path);
    expect({ status, kept: headers['cache-control'] }).toEqual({
      status: 302,
      kept: 'private, max-age=43200',
    });
    const address = new URL(headers.location as string);
    expect(address.pathname).toBe(`/wopack/${keyOf(path)}`);
    const answer = await fetch(address);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': expect.stringContaining('immutable'),
    });
    expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(1280);
    const other = new URL(address);
    other.pathname = other.pathname.replace('-1280', '-640');
    expect((await fetch(other)).status).toBe(403);
  });

  test('unknown names are not found', async () => {
    for (const path of [
      '/media/../secrets',
      '/media/photos/..%2f..%2fx.webp',
      '/media/payouts/1.xml',
      '/media/photos/a.svg',
      '/media/',
    ])
      expect((await injectRequest(api, 'GET', path)).status, path).toBe(404);
  });

  test('the content security policy allows pictures from the storage only', async () => {
    const { headers } = await injectRequest(api, 'GET', '/api/v1/prices');
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(new RegExp(`img-src [^;]*${s3.url}`));
    expect(policy).toMatch(new RegExp(`connect-src [^;]*${s3.url}`));
  });

  test('files not yet moved are served from the folder', async () => {
    await mkdir(join(api.context.config.mediaDir, 'photos'), { recursive: true });
    await writeFile(join(api.context.config.mediaDir, 'photos/old-640.webp'), 'old');
    const { status, headers } = await injectRequest(api, 'GET', '/media/photos/old-640.webp');
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'image/webp' });
    await api.context.storage.remove('photos/old-640.webp');
    expect((await injectRequest(api, 'GET', '/media/photos/old-640.webp')).status).toBe(302);
  });
});

describe('unavailable storage', () => {
  const failures: [string, S3Server['findFailure']][] = [
    ['answers 500', () => 500],
    ['says nothing', () => 'silence'],
    ['refuses the key', () => 403],
    [
      'fails at one of the sizes',
      ({ method, path }) => (method === 'PUT' && path.includes('-640') ? 503 : null),
    ],
  ];
  test.each(failures)(
    '%s: uploads are refused with a message, without partial results',
    async (_, failure) => {
      const { token } = await seller();
      const before = await s3.listKeys();
      s3.findFailure = failure;
      const { status, body, headers } = await uploadAs(token, 'pt');
      expect({ status, code: body.code, message: body.message }).toEqual({
        status: 503,
        code: 9,
        message: 'De momento não é possível guardar imagens. Tenta de novo dentro de alguns minutos.',
      });
      expect(headers['retry-after']).toBe('30');
      s3.findFailure = () => null;
      expect(await s3.listKeys()).toEqual(before);
      expect((await uploadAs(token)).status).toBe(200);
    },
  );

  test('a single failure is retried', async () => {
    const { token } = await seller();
    let isFirst = true;
    s3.findFailure = () => {
      const failure = isFirst ? 500 : null;
      isFirst = false;
      return failure;
    };
    expect((await uploadAs(token)).status).toBe(200);
  });

  test('an unavailable storage stops only uploads: browsing, saving and the existing picture work', async () => {
    const owner = await seller();
    const { data: place } = await owner.call('saveSalePlace', { body: SALE_PLACE_BODY });
    const { path } = (await uploadAs(owner.token)).body.data as { path: string };
    const first = await sendRequest(api, 'uploadAvatar', {
      token: owner.token,
      ...buildUpload('avatar', await picture()),
    });
    const { port } = s3;
    await s3.stop();

    expect((await uploadAs(owner.token)).body.code).toBe(9);
    const avatar = await sendRequest(api, 'uploadAvatar', {
      token: owner.token,
      ...buildUpload('avatar', await picture()),
    });
    expect(avatar.body.code).toBe(9);
    expect((await owner.call('getMe')).data.avatar_path).toBe(
      (first.body.data as { avatar_path: string }).avatar_path,
    );
    const body = {
      id: 0,
      sale_place_id: place.id,
      categories: [1],
      name: 'Cesto',
      description: 'Pão.',
      photo: [path],
      price: 3.99,
    };
    const { data } = await owner.call('saveProduct', { body });
    expect((await owner.call('getOffer', { params: { id: data.id } })).data.photos[0]!.path).toBe(path);
    expect((await owner.call('listOffers', { query: { latitude: 38.7, longitude: -9.1 } })).data).toEqual([]);
    expect((await injectRequest(api, 'GET', path)).status).toBe(302);

    await s3.open(port);
  });

  test('a removal during an outage is done afterwards', async () => {
    const otherSeller = await createTestUser(api);
    const save = async () =>
      (
        (
          await sendRequest(api, 'uploadAvatar', {
            token: otherSeller.token,
            ...buildUpload('avatar', await picture()),
          })
        ).body.data as {
          avatar_path: string;
        }
      ).avatar_path;
    const previousPhotos = keyOf(await save());
    s3.findFailure = ({ method }) => (method === 'DELETE' ? 500 : null);
    const now = keyOf(await save());
    await api.jobs.runDue({ mayFail: true });
    expect(await s3.listKeys()).toEqual(expect.arrayContaining([previousPhotos, now]));
    s3.findFailure = () => null;
    api.clock.advance(60_000);
    await api.jobs.runDue();
    expect(await s3.listKeys()).not.toContain(previousPhotos);
    expect(await s3.listKeys()).toContain(now);
  });
});

describe('configuration', () => {
  const fullConfig = () => ({ ...s3.buildEnv(), S3_ENDPOINT: 'https://s3.example/' });
  test('an incomplete configuration is refused at startup', () => {
    expect(() => parseConfig({ S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'b' })).toThrow(
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY',
    );
    expect(() => parseConfig({ MEDIA_PUBLIC_URL: 'https://cdn.example' })).toThrow('S3_ENDPOINT');
    expect(() => parseConfig({ ...fullConfig(), S3_ENDPOINT: 's3.example' })).toThrow();
  });

  test('the bucket is in the path or in the host name', () => {
    expect(parseConfig(fullConfig()).s3!.url).toBe('https://s3.example/wopack');
    expect(parseConfig({ ...fullConfig(), S3_ENDPOINT: 'https://{bucket}.s3.example' }).s3!.url).toBe(
      'https://wopack.s3.example',
    );
  });

  test('with a public URL nothing is signed, and browsers may cache it', async () => {
    const { s3: config } = parseConfig({ ...fullConfig(), MEDIA_PUBLIC_URL: 'https://cdn.example/p/' });
    expect(await createS3Storage(config!).external!.getUrl('photos/a.webp')).toEqual({
      url: 'https://cdn.example/p/photos/a.webp',
      maxAgeSeconds: 86_400,
      isPublic: true,
    });
  });
});
