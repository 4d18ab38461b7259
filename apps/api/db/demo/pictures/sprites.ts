import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { type Food, foods } from './foods.ts';

/** A food with its shadow, to be scaled and rotated. `extent` is the food's own size in the raw pixels. */
export interface Sprite {
  pixels: Buffer;
  side: number;
  extent: number;
}

const SOURCE = 256;
/** Space for the shadow on each side. */
const MARGIN = 40;
const SIDE = SOURCE + 2 * MARGIN;
const SHADOW_DROP = 16;
const SHADOW_SOFTNESS = 9;
const SHADOW_OPACITY = 0.26;
const SHADOW_COLOUR = [60, 16, 30];
/** Decoded sprites kept in memory, 450 KB each: enough for one page of pictures. */
const MAX_CACHED_SPRITES = 40;

const spriteCache = new Map<Food, Promise<Sprite>>();

export function getSprite(food: Food): Promise<Sprite> {
  let cachedSprite = spriteCache.get(food);
  spriteCache.delete(food);
  cachedSprite ??= renderSprite(foods[food][0]);
  spriteCache.set(food, cachedSprite);
  if (spriteCache.size > MAX_CACHED_SPRITES) spriteCache.delete(spriteCache.keys().next().value!);
  return cachedSprite;
}

/** Path of an emoji of the set. */
export const getEmojiPath = (name: string): string =>
  fileURLToPath(import.meta.resolve('@lobehub/fluent-emoji-3d/package.json')).replace(
    /package\.json$/,
    `assets/${name}.webp`,
  );

async function renderSprite(name: string): Promise<Sprite> {
  const food = await sharp(getEmojiPath(name))
    .resize(SOURCE, SOURCE)
    .ensureAlpha()
    .modulate({ saturation: 1.15 })
    .raw()
    .toBuffer();
  smoothEdges(food);
  const shadow = await createShadowMask(food);
  const pixels = Buffer.alloc(SIDE * SIDE * 4);
  let [left, right, top, bottom] = [SOURCE, 0, SOURCE, 0];
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const [fx, fy] = [x - MARGIN, y - MARGIN];
      const inside = fx >= 0 && fy >= 0 && fx < SOURCE && fy < SOURCE;
      const offset = inside ? (fy * SOURCE + fx) * 4 : 0;
      const foodAlpha = inside ? food[offset + 3]! / 255 : 0;
      if (foodAlpha > 0.5) {
        [left, right] = [Math.min(left, fx), Math.max(right, fx)];
        [top, bottom] = [Math.min(top, fy), Math.max(bottom, fy)];
      }
      const shadowAlpha = (shadow[y * SIDE + x]! / 255) * SHADOW_OPACITY * (1 - foodAlpha);
      const alpha = foodAlpha + shadowAlpha;
      const targetOffset = (y * SIDE + x) * 4;
      for (let c = 0; c < 3; c++)
        pixels[targetOffset + c] = alpha
          ? Math.round((food[offset + c]! * foodAlpha + SHADOW_COLOUR[c]! * shadowAlpha) / alpha)
          : 0;
      pixels[targetOffset + 3] = Math.round(alpha * 255);
    }
  }
  return { pixels, side: SIDE, extent: Math.sqrt((right - left) * (bottom - top)) };
}

/**
 * Semi-transparent pixels take the colour of their opaque neighbours: those of the set are noisy when
 * enlarged.
 */
function smoothEdges(food: Buffer): void {
  const row = SOURCE * 4;
  const neighbourOffsets = [-row - 4, -row, -row + 4, -4, 4, row - 4, row, row + 4];
  for (let offset = row + 4; offset < food.length - row - 4; offset += 4) {
    if (food[offset + 3] === 0 || food[offset + 3] === 255) continue;
    const solidNeighbours = neighbourOffsets
      .map((neighbourOffset) => offset + neighbourOffset)
      .filter((neighbour) => food[neighbour + 3] === 255);
    if (solidNeighbours.length === 0) continue;
    for (let c = 0; c < 3; c++)
      food[offset + c] = Math.round(
        solidNeighbours.reduce((sum, neighbour) => sum + food[neighbour + c]!, 0) / solidNeighbours.length,
      );
  }
}

/** Offset and blurred outline of the food: one byte per pixel, `SIDE` wide. */
async function createShadowMask(food: Buffer): Promise<Buffer> {
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
