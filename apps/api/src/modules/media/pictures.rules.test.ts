import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  findPictureFault,
  findPictureKind,
  isDecodedBesideOthers,
  listIntermediateBytes,
  MAX_INTERMEDIATE_BYTES,
  type PictureHeader,
} from './pictures.rules.ts';

const header = fc.record<PictureHeader>({
  format: fc.constantFrom('jpeg', 'png', 'webp'),
  width: fc.integer({ min: 1, max: 2 ** 31 }),
  height: fc.integer({ min: 1, max: 2 ** 31 }),
  channels: fc.integer({ min: 1, max: 4 }),
  bytesPerChannel: fc.constantFrom(1, 2, 4),
  isProgressive: fc.boolean(),
  isSideways: fc.boolean(),
});
/** Half of them of the size of real pictures. */
const anyHeader = fc.oneof(
  header,
  fc
    .tuple(header, fc.integer({ min: 500, max: 9000 }), fc.integer({ min: 500, max: 9000 }))
    .map(([other, width, height]) => ({ ...other, width, height })),
);
const sizes = fc.constantFrom(
  { width: 1280, height: 720 },
  { width: 256, height: 256 },
  { width: 2048, height: 2048, isWhole: true },
);

test('no form of an accepted picture is larger than the limit', () => {
  let accepted = 0;
  fc.assert(
    fc.property(anyHeader, sizes, (picture, size) => {
      if (findPictureFault(picture, size)) return;
      accepted++;
      const { decoded, scaled } = listIntermediateBytes(picture, size);
      expect(Math.max(decoded, scaled)).toBeLessThanOrEqual(MAX_INTERMEDIATE_BYTES);
    }),
    { numRuns: 3000 },
  );
  expect(accepted).toBeGreaterThan(100);
});

const PHOTO_SIZE = { width: 1280, height: 720 };
test.each([
  ['a photo of 50 megapixels', { width: 8192, height: 6144 }, true],
  ['a photo as the browser reduces it', { width: 2560, height: 1920 }, true],
  ['a screenshot', { width: 1290, height: 2796, format: 'png', channels: 4 }, true],
  ['a progressive photo of 12 megapixels', { width: 4000, height: 3000, isProgressive: true }, false],
  ['a large PNG with transparency', { width: 4400, height: 4400, format: 'png', channels: 4 }, false],
])('%s is decoded beside others or not', (_, part, isShared) => {
  const picture = { format: 'jpeg', channels: 3, bytesPerChannel: 1, isProgressive: false, ...part };
  expect(isDecodedBesideOthers({ isSideways: false, ...picture }, PHOTO_SIZE)).toBe(isShared);
});

test.each([
  ['a camera', { width: 8192, height: 6144 }, null],
  ['a camera held upright', { width: 8192, height: 6144, isSideways: true }, null],
  ['a panorama', { width: 16_000, height: 2000 }, null],
  ['a file that lies', { width: 16, height: 1_000_000 }, 'tooLongAndNarrow'],
  ['more than a camera has', { width: 9000, height: 6144 }, 'tooManyPixels'],
  ['50 megapixels that are progressive', { width: 8192, height: 6144, isProgressive: true }, 'tooManyPixels'],
  // The decoder cannot reduce what is hardly wider than the result.
  ['50 megapixels that are long', { width: 2400, height: 20_800 }, 'tooManyPixels'],
  ['another kind', { width: 64, height: 64, format: 'svg' }, 'unreadable'],
  ['an inherited name', { width: 64, height: 64, format: 'toString' }, 'unreadable'],
  ['too few pixels', { width: 64, height: 15 }, 'unreadable'],
])('a JPEG of %s', (_, part, fault) => {
  const picture = {
    format: 'jpeg',
    channels: 3,
    bytesPerChannel: 1,
    isProgressive: false,
    isSideways: false,
  };
  expect(findPictureFault({ ...picture, ...part }, { width: 1280, height: 720 })).toBe(fault);
});

test.each([
  ['ffd8ffe000104a4649460001', 'jpeg'],
  ['89504e470d0a1a0a0000000d', 'png'],
  ['524946461a00000057454250', 'webp'],
  ['524946461a00000041564920', null],
  ['474946383961010001000000', null],
  ['0000001c667479706176696600000000', null],
  ['3c737667', null],
  ['efbbbf3c737667', null],
  ['ffd8', null],
  ['', null],
])('a file that begins with %s', (digits, kind) => {
  expect(findPictureKind(Buffer.from(digits, 'hex'))).toBe(kind);
});
