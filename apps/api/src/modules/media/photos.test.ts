import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  createTestUser,
  expectApiError,
  SALE_PLACE_BODY,
  type TestUser,
} from '../../../test/support/builders.ts';
import { createGreyPng } from '../../../test/support/pictures.ts';
import { buildUpload } from '../../../test/support/sample-requests.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { injectRequest, sendRequest } from '../../../test/support/test-request.ts';

const api = useTestApp();
let seller: TestUser;
beforeAll(async () => {
  seller = await createTestUser(api, { isSeller: true });
});

const blob = (content: Uint8Array) => new Blob([new Uint8Array(content)]);
const uploadPhoto = async (content: Uint8Array) =>
  (await seller.call('uploadProductPhoto', { file: blob(content) })).data;
const readPhotoFile = (path: string) => join(api.context.config.mediaDir, path.replace(/^\/media\//, ''));

/** Left half red, right half blue. */
const createTwoColourImage = (width = 1600, height = 900): Sharp => {
  const half = { width: width / 2, height, channels: 3 } as const;
  return sharp({ create: { width, height, channels: 3, background: 'red' } }).composite([
    { input: { create: { ...half, background: 'blue' } }, left: width / 2, top: 0 },
  ]);
};

const readColourAt = async (path: string, x: number, y: number) => {
  const image = sharp(readPhotoFile(path));
  const { width, height } = await image.metadata();
  const left = Math.floor((width - 1) * x);
  const top = Math.floor((height - 1) * y);
  const pixel = await image.extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer();
  return pixel[0]! > 200 ? 'red' : pixel[2]! > 200 ? 'blue' : `${[...pixel]}`;
};

describe('a valid picture', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('%s comes out as WebP in three sizes, 16:9', async (format) => {
    const { path, srcset } = await uploadPhoto(
      await createTwoColourImage(1000, 1000).toFormat(format).toBuffer(),
    );
    const sizes = srcset.split(', ').map((part) => part.split(' '));
    expect(sizes.map(([, width]) => width)).toEqual(['1280w', '640w', '320w']);
    expect(sizes[0]![0]).toBe(path);
    for (const [file, width] of sizes) {
      const { format: kind, ...size } = await sharp(readPhotoFile(file!)).metadata();
      expect(kind).toBe('webp');
      expect(size).toMatchObject({
        width: Number(width!.slice(0, -1)),
        height: (Number(width!.slice(0, -1)) * 9) / 16,
      });
    }
  });

  test('is served from its path as immutable WebP', async () => {
    const { path } = await uploadPhoto(await createTwoColourImage(320, 180).png().toBuffer());
    const { status, headers } = await injectRequest(api, 'GET', path);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': expect.stringContaining('immutable'),
      'x-content-type-options': 'nosniff',
    });
  });

  test('taken sideways is turned upright and loses location and camera metadata', async () => {
    // Orientation 6: the left side of the sensor is the top of the picture.
    const jpeg = await createTwoColourImage(900, 1600)
      .withMetadata({
        orientation: 6,
        exif: {
          IFD0: { Make: 'Telephone', Copyright: 'Marta' },
          IFD3: {
            GPSLatitudeRef: 'N',
            GPSLatitude: '38/1 42/1 44/1',
            GPSLongitudeRef: 'W',
            GPSLongitude: '9/1 8/1 30/1',
          },
        },
      })
      .jpeg()
      .toBuffer();
    const upload = await sharp(jpeg).metadata();
    expect(upload).toMatchObject({ orientation: 6, exif: expect.any(Buffer) });

    const { path, srcset } = await uploadPhoto(jpeg);
    expect([await readColourAt(path, 0.5, 0.02), await readColourAt(path, 0.5, 0.98)]).toEqual([
      'red',
      'blue',
    ]);
    for (const file of srcset.split(', ').map((part) => part.split(' ')[0]!)) {
      const { exif, icc, xmp, iptc, orientation } = await sharp(readPhotoFile(file)).metadata();
      expect({ exif, icc, xmp, iptc, orientation }).toEqual({});
      expect((await readFile(readPhotoFile(file))).includes('Telephone')).toBe(false);
    }
  });

  test('larger than the limit of JSON bodies and under 10 MB is accepted', async () => {
    const noise = await sharp({
      create: {
        width: 2200,
        height: 1400,
        channels: 3,
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
        background: '#888',
      },
    })
      .png({ compressionLevel: 0 })
      .toBuffer();
    expect(noise.length).toBeGreaterThan(8_000_000);
    expect(noise.length).toBeLessThan(10 * 1024 * 1024);
    expect((await uploadPhoto(noise)).path).toMatch(/^\/media\/photos\/[0-9a-f]{24}-1280\.webp$/);
  });

  test('needs at least 16 by 16 pixels', async () => {
    const square = (side: number) =>
      sharp({ create: { width: side, height: side, channels: 3, background: 'red' } }).png();
    await uploadPhoto(await square(16).toBuffer());
    await expectApiError(uploadPhoto(await square(15).toBuffer()), 8);
  });
});

describe('as people have them', () => {
  /** Detailed down to the last line, so that what is cut off at the end would be missed. */
  const createDetailedImage = (width = 1280, height = 720) =>
    sharp({
      create: {
        width,
        height,
        channels: 3,
        background: 'red',
        noise: { type: 'gaussian', mean: 120, sigma: 50 },
      },
    });

  test.each([
    ['baseline', { progressive: false }],
    ['progressive', { progressive: true }],
  ])('a JPEG without its end marker: %s', async (_, options) => {
    const jpeg = await createDetailedImage().jpeg(options).toBuffer();
    expect(jpeg.subarray(-2).toString('hex')).toBe('ffd9');
    for (const missing of [1, 2])
      expect((await uploadPhoto(jpeg.subarray(0, -missing))).path).toMatch(/webp$/);
    // What is missing has to be the marker alone.
    for (const share of [0.5, 0.9]) {
      const cut = jpeg.subarray(0, Math.floor(jpeg.length * share));
      await expectApiError(uploadPhoto(cut), 8);
    }
  });

  test('a JPEG with something behind its end', async () => {
    const jpeg = await createDetailedImage().jpeg().toBuffer();
    expect((await uploadPhoto(Buffer.concat([jpeg, Buffer.alloc(500)]))).path).toMatch(/webp$/);
  });

  /** Opaque blue in the middle third, half transparent red to the left of it, nothing to the right. */
  const createSeeThroughImage = (width = 1200, height = 675) => {
    const third = { width: width / 3, height, channels: 4 } as const;
    const layer = (left: number, background: { r: number; g: number; b: number; alpha: number }) => ({
      input: { create: { ...third, background } },
      left,
      top: 0,
    });
    return sharp({
      create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    }).composite([
      layer(0, { r: 255, g: 0, b: 0, alpha: 0.5 }),
      layer(width / 3, { r: 0, g: 0, b: 255, alpha: 1 }),
    ]);
  };
  const readPixel = async (path: string, x: number) => {
    const image = sharp(readPhotoFile(path));
    const { width, height } = await image.metadata();
    const spot = { left: Math.floor(width * x), top: Math.floor(height / 2), width: 1, height: 1 };
    const { data, info } = await image.extract(spot).raw().toBuffer({ resolveWithObject: true });
    expect(info.channels).toBe(3);
    return [...data];
  };
  const expectNear = (pixel: number[], expected: number[]) => {
    for (const [index, value] of pixel.entries()) expect(Math.abs(value - expected[index]!)).toBeLessThan(24);
  };

  test.each(['png', 'webp'] as const)('transparency of a %s has white behind', async (format) => {
    const { path } = await uploadPhoto(await createSeeThroughImage().toFormat(format).toBuffer());
    expectNear(await readPixel(path, 0.15), [255, 128, 128]);
    expectNear(await readPixel(path, 0.5), [0, 0, 255]);
    expectNear(await readPixel(path, 0.85), [255, 255, 255]);
  });

  test('an empty PNG is white, with 16 bits as well, and so is an avatar', async () => {
    const nothing = { r: 0, g: 0, b: 0, alpha: 0 };
    const empty = sharp({ create: { width: 320, height: 180, channels: 4, background: nothing } });
    for (const png of [
      await empty.clone().png().toBuffer(),
      await empty.toColourspace('rgb16').png().toBuffer(),
    ]) {
      expectNear(await readPixel((await uploadPhoto(png)).path, 0.5), [255, 255, 255]);
      const { data } = await seller.call('uploadAvatar', { file: blob(png) });
      expectNear(await readPixel(data.avatar_path, 0.5), [255, 255, 255]);
    }
  });

  test.each(['heic', 'heix', 'hevc', 'mif1', 'msf1'])('HEIC (%s) is refused by name', async (brand) => {
    const start = Buffer.concat([
      Buffer.from([0, 0, 0, 24]),
      Buffer.from(`ftyp${brand}`),
      Buffer.alloc(4),
      Buffer.from('mif1heic'),
    ]);
    for (const language of ['pt', 'en', 'ru'] as const) {
      const call = api.client(seller.token, language);
      const error = await call('uploadProductPhoto', {
        file: blob(Buffer.concat([start, Buffer.alloc(4000)])),
      }).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: 8, message: expect.stringMatching(/HEIC.*JPEG/) });
    }
  });
});

describe('evidence', () => {
  const uploadEvidence = async (content: Uint8Array) =>
    (await seller.call('uploadReportPhoto', { file: blob(content) })).data;

  test.each([
    [
      'tall',
      900,
      3600,
      [
        [512, 2048],
        [160, 640],
      ],
    ],
    [
      'wide',
      3600,
      900,
      [
        [2048, 512],
        [640, 160],
      ],
    ],
    ['small', 300, 500, [[300, 500]]],
  ])('a %s picture is kept whole and never enlarged', async (_, width, height, expected) => {
    const { path, srcset } = await uploadEvidence(
      await createTwoColourImage(width, height).jpeg().toBuffer(),
    );
    const files = srcset.split(', ').map((part) => part.split(' '));
    expect(files[0]![0]).toBe(path);
    expect(path).toMatch(/^\/media\/evidence\/[0-9a-f]{24}-\d+\.webp$/);
    const stored = await Promise.all(files.map(([file]) => sharp(readPhotoFile(file!)).metadata()));
    expect(stored.map((size) => [size.width, size.height])).toEqual(expected);
    expect(files.map(([, descriptor]) => descriptor)).toEqual(expected.map(([size]) => `${size}w`));
    // All of it is there.
    expect([await readColourAt(path, 0.02, 0.98), await readColourAt(path, 0.98, 0.02)]).toEqual([
      'red',
      'blue',
    ]);
  });

  test('is not kept or indexed by browsers, proxies and search engines', async () => {
    const { path } = await uploadEvidence(await createTwoColourImage(300, 500).jpeg().toBuffer());
    const { status, headers } = await injectRequest(api, 'GET', path);
    expect({ status, ...headers }).toMatchObject({
      status: 200,
      'content-type': 'image/webp',
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
    });
  });

  test('is not shown with a pack, and a photo of a pack is no evidence', async () => {
    const { data: place } = await seller.call('saveSalePlace', { body: SALE_PLACE_BODY });
    const { path } = await uploadEvidence(await createTwoColourImage(300, 500).jpeg().toBuffer());
    const product = {
      id: 0,
      sale_place_id: place.id,
      categories: [1],
      name: 'Cesto',
      description: 'Pão.',
      price: 3.99,
    };
    await expectApiError(seller.call('saveProduct', { body: { ...product, photo: [path] } }), 1, 'photo');
  });
});

describe('refused with code 8', () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><script>alert(1)</script></svg>';
  const refused: [string, () => Promise<Uint8Array> | Uint8Array][] = [
    ['nothing at all', () => new Uint8Array()],
    ['text', () => Buffer.from('just words')],
    ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['SVG', () => Buffer.from(svg)],
    ['a GIF', () => createTwoColourImage(64, 36).gif().toBuffer()],
    ['a TIFF', () => createTwoColourImage(64, 36).tiff().toBuffer()],
    ['an AVIF', () => createTwoColourImage(64, 36).avif({ effort: 0 }).toBuffer()],
    ['a GIF that is a script too', () => Buffer.from('GIF89a/*;alert(1)//*/=1;')],
    ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj << >> endobj\n%%EOF')],
    ['a ZIP', () => Buffer.from('PK\u0003\u0004aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')],
    [
      'the beginning of a JPEG',
      async () => (await createTwoColourImage().jpeg().toBuffer()).subarray(0, 2000),
    ],
    [
      'a PNG with its middle overwritten',
      async () => (await createTwoColourImage().png().toBuffer()).fill(7, 200, 1200),
    ],
    ['10,000 × 10,000 pixels', () => createGreyPng(10_000, 10_000)],
  ];
  test.each(refused)('%s', async (_, content) => {
    const sending = buildUpload('photo', await content(), 'photo.jpg');
    const { status, body } = await sendRequest(api, 'uploadProductPhoto', {
      token: seller.token,
      ...sending,
    });
    expect({ status, code: body.code }).toEqual({ status: 415, code: 8 });
  });

  test('more than 10 MB, with status 413', async () => {
    const tooLong = new Uint8Array(10 * 1024 * 1024 + 1);
    tooLong.set([0xff, 0xd8, 0xff]);
    const sending = buildUpload('photo', tooLong);
    const { status, body } = await sendRequest(api, 'uploadProductPhoto', {
      token: seller.token,
      ...sending,
    });
    expect({ status, code: body.code }).toEqual({ status: 413, code: 8 });
  });
});

test('a smaller PNG of the same kind is accepted', async () => {
  expect((await uploadPhoto(createGreyPng(2000, 2000))).path).toMatch(/webp$/);
});

test('a file name with path traversal has no effect', async () => {
  const picture = await createTwoColourImage(64, 36).jpeg().toBuffer();
  for (const name of ['../../../../tmp/evil.jpg', '/etc/passwd', 'x.svg', 'x.php', 'a\u0000.jpg']) {
    const { body } = await sendRequest(api, 'uploadProductPhoto', {
      token: seller.token,
      ...buildUpload('photo', picture, name),
    });
    expect((body.data as { path: string }).path).toMatch(/^\/media\/photos\/[0-9a-f]{24}-1280\.webp$/);
  }
});

test('an uploaded photo is on the offer in every size', async () => {
  const { data: place } = await seller.call('saveSalePlace', { body: SALE_PLACE_BODY });
  const { path } = await uploadPhoto(await createTwoColourImage(640, 360).jpeg().toBuffer());
  const { data } = await seller.call('saveProduct', {
    body: {
      id: 0,
      sale_place_id: place.id,
      categories: [1],
      name: 'Cesto',
      description: 'Pão.',
      photo: [path],
      price: 3.99,
    },
  });
  const offer = (await seller.call('getOffer', { params: { id: data.id } })).data.photos;
  expect(offer).toHaveLength(1);
  for (const part of offer[0]!.srcset.split(', ')) {
    expect((await injectRequest(api, 'GET', part.split(' ')[0]!)).status).toBe(200);
  }
});

describe('an avatar', () => {
  const saveAvatar = async (user: TestUser, content: Uint8Array) =>
    (await user.call('uploadAvatar', { file: blob(content) })).data.avatar_path;

  test('is a square and replaces the previous one', async () => {
    const otherSeller = await createTestUser(api);
    const first = await saveAvatar(otherSeller, await createTwoColourImage(600, 400).jpeg().toBuffer());
    expect((await otherSeller.call('getMe')).data.avatar_path).toBe(first);
    expect(await sharp(readPhotoFile(first)).metadata()).toMatchObject({
      width: 256,
      height: 256,
      format: 'webp',
    });

    const second = await saveAvatar(otherSeller, await createTwoColourImage(400, 600).png().toBuffer());
    expect((await otherSeller.call('getMe')).data.avatar_path).toBe(second);
    expect(second).not.toBe(first);
    await api.jobs.runDue();
    await expect(access(readPhotoFile(first))).rejects.toThrow();
    expect((await injectRequest(api, 'GET', second)).status).toBe(200);
  });

  test('that is refused leaves the previous one', async () => {
    const otherSeller = await createTestUser(api);
    const path = await saveAvatar(otherSeller, await createTwoColourImage(64, 64).png().toBuffer());
    const wrongFile: [code: number, sending: ReturnType<typeof buildUpload>][] = [
      [8, buildUpload('avatar', Buffer.from('no picture'))],
      [8, buildUpload('avatar', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'me.svg')],
      [8, buildUpload('avatar', new Uint8Array(10 * 1024 * 1024 + 1))],
      [1, buildUpload('photo', await createTwoColourImage(64, 64).png().toBuffer())],
    ];
    for (const [code, sending] of wrongFile) {
      const { body } = await sendRequest(api, 'uploadAvatar', { token: otherSeller.token, ...sending });
      expect(body.code).toBe(code);
      if (code === 1) expect(Object.keys(body.errors!)).toEqual(['avatar']);
    }
    expect((await otherSeller.call('getMe')).data.avatar_path).toBe(path);
    expect((await injectRequest(api, 'GET', path)).status).toBe(200);
  });
});
