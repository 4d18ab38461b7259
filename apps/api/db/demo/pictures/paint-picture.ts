import sharp, { type OverlayOptions } from 'sharp';
import { type Random, randomFrom } from '../random.ts';
import { backdropSvg } from './backdrops.ts';
import { type Food, foods } from './foods.ts';
import { layoutsFor, type Place, row } from './layouts.ts';
import { parsePictureKey } from './picture-keys.ts';
import { sceneOf } from './scenes.ts';
import { sprite } from './sprites.ts';

export const pictureWidths = [320, 640, 1280] as const;

/**
 * Paints the picture of a demo pack: foods on the gradient of its category, always the same for the same key.
 * WebP, 16:9. Throws on a key or width that no demo pack has, so that nobody can have pictures painted without end.
 */
export async function paintDemoPicture(key: string, width: number): Promise<Buffer> {
  const parsed = parsePictureKey(key);
  if (!parsed || !pictureWidths.some((known) => known === width)) throw new Error('No such demo picture');
  const random = randomFrom(key);
  const { backdrop, shown } = sceneOf(parsed);
  const height = Math.round((width * 9) / 16);
  const mirrored = random.chance(0.5);
  const alike = shown.every((food) => food === shown[0]);
  const layout = alike ? row : random.pick(layoutsFor(shown.length));
  // Small foods among themselves stand larger, so that every picture is as full as the next.
  const enlarge = 0.74 / (shown.reduce((sum, food) => sum + foods[food][1], 0) / shown.length);
  const layers = layout.flatMap((place) => {
    const food = shown[place.food];
    if (!food) return [];
    const size = place.size * foods[food][1] * enlarge;
    return [layer(food, { ...place, size }, mirrored, random, width, height)];
  });
  return sharp(backdropSvg(backdrop, width, height, true))
    .composite(await Promise.all(layers))
    .webp({ quality: 82, effort: 3 })
    .toBuffer();
}

async function layer(
  food: Food,
  place: Place,
  mirrored: boolean,
  random: Random,
  width: number,
  height: number,
): Promise<OverlayOptions> {
  const turn = place.turn + random.swing() * 6;
  const half = (place.size * width) / 2 / height;
  const centre = {
    x: place.x + random.swing() * 0.012,
    y: Math.min(Math.max(place.y + random.swing() * 0.015, half + 0.02), 1 - half),
  };
  const { pixels, side, extent } = await sprite(food);
  const scale = (place.size * width) / extent;
  const { data, info } = await sharp(pixels, { raw: { width: side, height: side, channels: 4 } })
    // A sharper kernel would leave a pale line between a food and its shadow.
    .resize(Math.round(side * scale), null, { kernel: 'mitchell' })
    .flop(mirrored)
    .rotate(mirrored ? -turn : turn, { background: '#0000' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const left = Math.round((mirrored ? 1 - centre.x : centre.x) * width - info.width / 2);
  const top = Math.round(centre.y * height - info.height / 2);
  return crop(data, { width: info.width, height: info.height }, left, top, width, height);
}

/** What of a layer lies inside the picture: an overlay must not be larger than what it is laid on. */
async function crop(
  pixels: Buffer,
  size: { width: number; height: number },
  left: number,
  top: number,
  width: number,
  height: number,
): Promise<OverlayOptions> {
  const from = { left: Math.max(0, -left), top: Math.max(0, -top) };
  const shown = {
    width: Math.min(left + size.width, width) - Math.max(left, 0),
    height: Math.min(top + size.height, height) - Math.max(top, 0),
  };
  const input = await sharp(pixels, { raw: { ...size, channels: 4 } })
    .extract({ ...from, ...shown })
    .raw()
    .toBuffer();
  return { input, raw: { ...shown, channels: 4 }, left: Math.max(left, 0), top: Math.max(top, 0) };
}
