import { join } from 'node:path';
import sharp from 'sharp';

/** Foods that pictures are composed of: file name in the emoji set, and relative size (1 = a croissant). */
export const foods = {
  croissant: ['1f950', 1],
  baguette: ['1f956', 1],
  loaf: ['1f35e', 1],
  bun: ['1f967', 0.95],
  flatbread: ['1fad3', 0.8],
  pretzel: ['1f968', 0.85],
  bagels: ['1f96f', 0.95],
  pasty: ['1f95f', 0.8],
  sandwich: ['1f96a', 1],
  toast: ['1f9c7', 0.9],
  pancakes: ['1f95e', 1],
  hotdog: ['1f32d', 0.95],
  burger: ['1f354', 1],
  fries: ['1f35f', 0.85],
  pizza: ['1f355', 1],
  taco: ['1f32e', 0.9],
  burrito: ['1f32f', 0.95],
  wrap: ['1f959', 0.95],
  paella: ['1f958', 1.1],
  stew: ['1f372', 1.05],
  spaghetti: ['1f35d', 1],
  curry: ['1f35b', 1],
  noodles: ['1f35c', 0.95],
  rice: ['1f35a', 0.75],
  salad: ['1f957', 1],
  eggpan: ['1f373', 0.95],
  drumstick: ['1f357', 0.9],
  steak: ['1f969', 0.85],
  meat: ['1f356', 0.9],
  falafel: ['1f9c6', 0.85],
  fondue: ['1fad5', 0.85],
  sushi: ['1f363', 1],
  bento: ['1f371', 1.08],
  shrimp: ['1f364', 0.6],
  onigiri: ['1f359', 0.75],
  ricecracker: ['1f358', 0.7],
  narutomaki: ['1f365', 0.6],
  dango: ['1f361', 0.8],
  oden: ['1f362', 0.8],
  chopsticks: ['1f962', 0.8],
  takeaway: ['1f961', 0.9],
  cupcake: ['1f9c1', 0.95],
  cake: ['1f370', 1],
  birthday: ['1f382', 1],
  custard: ['1f36e', 0.9],
  doughnut: ['1f369', 0.8],
  cookie: ['1f36a', 0.7],
  chocolate: ['1f36b', 0.85],
  honey: ['1f36f', 0.85],
  icecream: ['1f368', 0.95],
  coffee: ['2615', 0.9],
  teacup: ['1f375', 0.9],
  teapot: ['1fad6', 0.9],
  milk: ['1f95b', 0.7],
  juice: ['1f9c3', 0.75],
  soda: ['1f964', 0.85],
  butter: ['1f9c8', 0.75],
  cheese: ['1f9c0', 0.85],
  egg: ['1f95a', 0.55],
  jar: ['1fad9', 0.75],
  can: ['1f96b', 0.75],
  bacon: ['1f953', 0.75],
  apple: ['1f34e', 0.8],
  greenapple: ['1f34f', 0.75],
  pear: ['1f350', 0.8],
  peach: ['1f351', 0.75],
  orange: ['1f34a', 0.75],
  lemon: ['1f34b', 0.65],
  banana: ['1f34c', 0.9],
  grapes: ['1f347', 0.9],
  cherries: ['1f352', 0.7],
  strawberry: ['1f353', 0.58],
  blueberries: ['1fad0', 0.6],
  kiwi: ['1f95d', 0.65],
  mango: ['1f96d', 0.8],
  melon: ['1f348', 0.9],
  watermelon: ['1f349', 0.9],
  pineapple: ['1f34d', 0.95],
  coconut: ['1f965', 0.7],
  avocado: ['1f951', 0.9],
  tomato: ['1f345', 0.7],
  aubergine: ['1f346', 0.9],
  carrot: ['1f955', 0.9],
  broccoli: ['1f966', 0.9],
  lettuce: ['1f96c', 0.9],
  cucumber: ['1f952', 0.85],
  pepper: ['1fad1', 0.75],
  potato: ['1f954', 0.7],
  sweetpotato: ['1f360', 0.75],
  corn: ['1f33d', 0.85],
  onion: ['1f9c5', 0.65],
  garlic: ['1f9c4', 0.6],
  peas: ['1fadb', 0.7],
  beans: ['1fad8', 0.65],
  olive: ['1fad2', 0.42],
  peanuts: ['1f95c', 0.65],
  chestnut: ['1f330', 0.6],
  herb: ['1f33f', 0.6],
} as const satisfies Record<string, readonly [file: string, size: number]>;

export type Food = keyof typeof foods;

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

export const getEmojiPath = (name: string): string => join(import.meta.dirname, 'emoji', `${name}.webp`);

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
