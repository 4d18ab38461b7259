import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { type Food, foods } from './foods.ts';

/** A food with its shadow, ready to be scaled and turned. `extent` is the food's own size in the raw pixels. */
export interface Sprite {
  pixels: Buffer;
  side: number;
  extent: number;
}

const SOURCE = 256;
/** Room for the shadow on each side. */
const MARGIN = 40;
const SIDE = SOURCE + 2 * MARGIN;
const SHADOW_DROP = 16;
const SHADOW_SOFTNESS = 9;
const SHADOW_OPACITY = 0.26;
const SHADOW_COLOUR = [60, 16, 30];
/** Decoded sprites kept in memory, 450 KB each: one busy page of pictures. */
const KEPT = 40;

const kept = new Map<Food, Promise<Sprite>>();

export function sprite(food: Food): Promise<Sprite> {
  let found = kept.get(food);
  kept.delete(food);
  found ??= decode(foods[food][0]);
  kept.set(food, found);
  if (kept.size > KEPT) kept.delete(kept.keys().next().value!);
  return found;
}

/** The file of an emoji in the set. */
export const emojiFile = (name: string): string =>
  fileURLToPath(import.meta.resolve('@lobehub/fluent-emoji-3d/package.json')).replace(
    /package\.json$/,
    `assets/${name}.webp`,
  );

async function decode(name: string): Promise<Sprite> {
  const food = await sharp(emojiFile(name))
    .resize(SOURCE, SOURCE)
    .ensureAlpha()
    .modulate({ saturation: 1.15 })
    .raw()
    .toBuffer();
  calmEdges(food);
  const shadow = await blurredSilhouette(food);
  const pixels = Buffer.alloc(SIDE * SIDE * 4);
  let [left, right, top, bottom] = [SOURCE, 0, SOURCE, 0];
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const [fx, fy] = [x - MARGIN, y - MARGIN];
      const inside = fx >= 0 && fy >= 0 && fx < SOURCE && fy < SOURCE;
      const at = inside ? (fy * SOURCE + fx) * 4 : 0;
      const cover = inside ? food[at + 3]! / 255 : 0;
      if (cover > 0.5) {
        [left, right] = [Math.min(left, fx), Math.max(right, fx)];
        [top, bottom] = [Math.min(top, fy), Math.max(bottom, fy)];
      }
      const shade = (shadow[y * SIDE + x]! / 255) * SHADOW_OPACITY * (1 - cover);
      const alpha = cover + shade;
      const to = (y * SIDE + x) * 4;
      for (let c = 0; c < 3; c++)
        pixels[to + c] = alpha ? Math.round((food[at + c]! * cover + SHADOW_COLOUR[c]! * shade) / alpha) : 0;
      pixels[to + 3] = Math.round(alpha * 255);
    }
  }
  return { pixels, side: SIDE, extent: Math.sqrt((right - left) * (bottom - top)) };
}

/** Half-clear pixels take the colour of their solid neighbours: the set's own are noisy and show when enlarged. */
function calmEdges(food: Buffer): void {
  const row = SOURCE * 4;
  const around = [-row - 4, -row, -row + 4, -4, 4, row - 4, row, row + 4];
  for (let at = row + 4; at < food.length - row - 4; at += 4) {
    if (food[at + 3] === 0 || food[at + 3] === 255) continue;
    const solid = around.map((step) => at + step).filter((near) => food[near + 3] === 255);
    if (solid.length === 0) continue;
    for (let c = 0; c < 3; c++)
      food[at + c] = Math.round(solid.reduce((sum, near) => sum + food[near + c]!, 0) / solid.length);
  }
}

/** The food's outline, dropped and softened: one byte a pixel, `SIDE` wide. */
async function blurredSilhouette(food: Buffer): Promise<Buffer> {
  const outline = Buffer.alloc(SIDE * SIDE);
  for (let y = 0; y < SOURCE; y++)
    for (let x = 0; x < SOURCE; x++)
      outline[(y + MARGIN + SHADOW_DROP) * SIDE + x + MARGIN] = food[(y * SOURCE + x) * 4 + 3]!;
  return sharp(outline, { raw: { width: SIDE, height: SIDE, channels: 1 } })
    .blur(SHADOW_SOFTNESS)
    .toColourspace('b-w')
    .raw()
    .toBuffer();
}
