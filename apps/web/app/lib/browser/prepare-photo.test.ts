import { beforeEach, describe, expect, test, vi } from 'vitest';
import { calculateCrop, measurePhoto, PhotoError, preparePhoto } from './prepare-photo.ts';

const MB = 1024 * 1024;
/** What the canvas was asked to draw, in order. */
let drawn: { from: number[]; to: number[]; background: unknown }[] = [];
let canvasBlob: Blob | null = null;
const decode = vi.fn<(file: Blob) => Promise<{ width: number; height: number }>>();

beforeEach(() => {
  drawn = [];
  canvasBlob = new Blob(['smaller'], { type: 'image/jpeg' });
  decode.mockReset();
  const closed = vi.fn();
  vi.stubGlobal('createImageBitmap', async (file: Blob) => ({ ...(await decode(file)), close: closed }));
  const context = {
    fillStyle: '',
    fillRect() {},
    drawImage: (_: unknown, ...numbers: number[]) =>
      drawn.push({ from: numbers.slice(0, 4), to: numbers.slice(4), background: context.fillStyle }),
  };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((callback) => callback(canvasBlob));
  // The second way to open a file fails like the first.
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  vi.stubGlobal(
    'Image',
    class {
      onerror = () => {};
      set src(_: string) {
        queueMicrotask(() => this.onerror());
      }
    },
  );
});

const jpeg = (bytes = 3) => new File([new Uint8Array(bytes)], 'a.jpg', { type: 'image/jpeg' });
const heic = () => new File([new Uint8Array([0, 0, 0, 24]), 'ftypheic', new Uint8Array(20)], 'IMG_1.HEIC');

describe('a photo that can stay as it is', () => {
  test.each([
    [2560, 1440],
    [320, 180],
    [1200, 2560],
  ])('%i × %i', async (width, height) => {
    decode.mockResolvedValue({ width, height });
    const file = jpeg();
    expect(await preparePhoto(file)).toBe(file);
    expect(drawn).toEqual([]);
  });
});

test('a photo of 12,000 × 9,000 is reduced', async () => {
  decode.mockResolvedValue({ width: 12_000, height: 9000 });
  expect(await preparePhoto(jpeg(30 * MB))).toBe(canvasBlob);
  expect(drawn).toEqual([{ from: [0, 0, 12_000, 9000], to: [0, 0, 2560, 1920], background: '#fff' }]);
});

test('one of few pixels and many bytes is written anew, and not enlarged', async () => {
  decode.mockResolvedValue({ width: 800, height: 600 });
  expect(await preparePhoto(jpeg(11 * MB))).toBe(canvasBlob);
  expect(drawn[0]!.to).toEqual([0, 0, 800, 600]);
});

test('a tall photo is cropped to the part that was chosen', async () => {
  decode.mockResolvedValue({ width: 3000, height: 4000 });
  const crop = calculateCrop({ width: 3000, height: 4000 }, 16 / 9, 1);
  await preparePhoto(jpeg(), crop);
  const [{ from, to }] = drawn as [(typeof drawn)[number]];
  expect(from.map(Math.round)).toEqual([0, 2313, 3000, 1688]);
  expect(to).toEqual([0, 0, 2560, 1440]);
});

test('the part is within the picture, wherever the frame is', () => {
  for (const position of [0, 0.3, 1]) {
    const { top, height } = calculateCrop({ width: 900, height: 1600 }, 16 / 9, position);
    expect(top).toBeGreaterThanOrEqual(0);
    expect(top + height).toBeLessThanOrEqual(1);
  }
  expect(calculateCrop({ width: 2000, height: 1000 }, 16 / 9, 0.5)).toMatchObject({
    left: 0.5 * (1 - 8 / 9),
    top: 0,
    height: 1,
  });
});

test.each(['the browser cannot open it', 'the canvas fails'])(
  'the photo stays as it is where %s',
  async (reason) => {
    if (reason === 'the canvas fails') decode.mockResolvedValue({ width: 12_000, height: 9000 });
    else decode.mockRejectedValue(new Error('no'));
    canvasBlob = null;
    const file = jpeg();
    expect(await preparePhoto(file)).toBe(file);
    await expect(preparePhoto(jpeg(11 * MB))).rejects.toEqual(new PhotoError('tooLarge'));
  },
);

test('HEIC becomes JPEG where the browser opens it, whatever its name, and is refused by name elsewhere', async () => {
  decode.mockResolvedValue({ width: 800, height: 600 });
  expect(await preparePhoto(heic())).toBe(canvasBlob);
  expect(await preparePhoto(new File([heic()], 'a.jpg', { type: 'image/jpeg' }))).toBe(canvasBlob);
  decode.mockRejectedValue(new Error('no'));
  await expect(preparePhoto(heic())).rejects.toMatchObject({ kind: 'heic' });
  expect(await measurePhoto(heic())).toBeNull();
});

test('without the means to open pictures nothing is changed', async () => {
  vi.stubGlobal('createImageBitmap', undefined);
  Reflect.deleteProperty(globalThis, 'createImageBitmap');
  const file = jpeg();
  expect(await measurePhoto(file)).toBeNull();
  expect(await preparePhoto(file)).toBe(file);
});
