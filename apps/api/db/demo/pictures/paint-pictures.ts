import sharp, { type OverlayOptions } from 'sharp';
import { type Concept, concepts } from '../places/sale-place-names.ts';
import { type ProductType, productTexts, productTypes } from '../product-texts/index.ts';
import { createRandom, type Random } from '../random.ts';
import { type Backdrop, backdropSvg, type FoodPlacement, getLayouts, ROW_LAYOUT } from './layouts.ts';
import { type Food, foods, getEmojiPath, getSprite } from './sprites.ts';

/** Pictures per type, numbered from 0: bounds the number of rendered pictures. */
export const PICTURES_PER_TYPE = 240;
export const MAX_PHOTOS = 3;

export interface PictureKey {
  type: ProductType;
  number: number;
  shot: number;
}

const PICTURE_KEY_PATTERN = new RegExp(`^(${productTypes.join('|')})-([0-9]{6})-([0-9])$`);

/** Null for a key that no demo product has. */
export function parsePictureKey(key: string): PictureKey | null {
  const match = PICTURE_KEY_PATTERN.exec(key);
  if (!match) return null;
  const [type, number, shot] = [match[1] as ProductType, Number(match[2]), Number(match[3])];
  return number < PICTURES_PER_TYPE && shot < MAX_PHOTOS ? { type, number, shot } : null;
}

export const formatPictureKey = ({ type, number, shot }: PictureKey): string =>
  `${type}-${String(number).padStart(6, '0')}-${shot}`;

const backdropByProductType: Record<ProductType, Backdrop> = {
  bakery: 'bakery',
  meals: 'meal',
  groceries: 'green',
  sweets: 'sweet',
  sushi: 'sushi',
  vegetarian: 'green',
  breakfast: 'drink',
};

/**
 * Contents of a picture: the first photo has up to five foods of the product, the second three of one, the third
 * the remaining ones on the backdrop of the product's second type.
 */
export function getScene({ type, number, shot }: PictureKey): { backdrop: Backdrop; foodsShown: Food[] } {
  const texts = productTexts[type];
  const { foods, extraTypes } = texts[number % texts.length]!;
  const [mainFood, ...otherFoods] = foods;
  const round = Math.floor(number / texts.length);
  if (shot === 1)
    return { backdrop: backdropByProductType[type], foodsShown: [mainFood!, mainFood!, mainFood!] };
  if (shot === 2) {
    const others = [...otherFoods].reverse();
    const foodsShown = others.length < 3 ? [...others, mainFood!] : others;
    return { backdrop: backdropByProductType[extraTypes?.[0] ?? type], foodsShown: foodsShown.slice(0, 4) };
  }
  // Products that share a text show different foods beside the main one.
  const from = round % otherFoods.length;
  const rotatedFoods = [...otherFoods.slice(from), ...otherFoods.slice(0, from)];
  return {
    backdrop: backdropByProductType[type],
    foodsShown: [mainFood!, ...rotatedFoods].slice(0, round % 2 ? 4 : 5),
  };
}

const PICTURE_WIDTHS = [320, 640, 1280] as const;

/**
 * Renders the picture of a demo product: foods on the gradient of its type, deterministic by key. WebP,
 * 16:9. Throws for an unknown key or width, so that the number of rendered pictures is bounded.
 */
export async function paintDemoPicture(key: string, width: number): Promise<Buffer> {
  const parsed = parsePictureKey(key);
  if (!parsed || !PICTURE_WIDTHS.some((candidate) => candidate === width))
    throw new Error('No such demo picture');
  const random = createRandom(key);
  const { backdrop, foodsShown } = getScene(parsed);
  const height = Math.round((width * 9) / 16);
  const mirrored = random.chance(0.5);
  const isSameFood = foodsShown.every((food) => food === foodsShown[0]);
  const layout = isSameFood ? ROW_LAYOUT : random.pick(getLayouts(foodsShown.length));
  // Small foods are enlarged when shown together, so that all pictures are equally filled.
  const scaleFactor = 0.74 / (foodsShown.reduce((sum, food) => sum + foods[food][1], 0) / foodsShown.length);
  const layers = layout.flatMap((placement) => {
    const food = foodsShown[placement.foodIndex];
    if (!food) return [];
    const size = placement.size * foods[food][1] * scaleFactor;
    return [buildLayer(food, { ...placement, size }, mirrored, random, width, height)];
  });
  return sharp(backdropSvg(backdrop, width, height, true))
    .composite(await Promise.all(layers))
    .webp({ quality: 82, effort: 3 })
    .toBuffer();
}

async function buildLayer(
  food: Food,
  placement: FoodPlacement,
  mirrored: boolean,
  random: Random,
  width: number,
  height: number,
): Promise<OverlayOptions> {
  const rotation = placement.rotation + random.triangular() * 6;
  const half = (placement.size * width) / 2 / height;
  const centre = {
    x: placement.x + random.triangular() * 0.012,
    y: Math.min(Math.max(placement.y + random.triangular() * 0.015, half + 0.02), 1 - half),
  };
  const { pixels, side, extent } = await getSprite(food);
  const scale = (placement.size * width) / extent;
  const { data, info } = await sharp(pixels, { raw: { width: side, height: side, channels: 4 } })
    // A sharper kernel leaves a pale line between a food and its shadow.
    .resize(Math.round(side * scale), null, { kernel: 'mitchell' })
    .flop(mirrored)
    .rotate(mirrored ? -rotation : rotation, { background: '#0000' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const left = Math.round((mirrored ? 1 - centre.x : centre.x) * width - info.width / 2);
  const top = Math.round(centre.y * height - info.height / 2);
  return cropLayer(data, { width: info.width, height: info.height }, left, top, width, height);
}

/** Crops a layer to the picture: sharp refuses an overlay larger than its base. */
async function cropLayer(
  pixels: Buffer,
  size: { width: number; height: number },
  left: number,
  top: number,
  width: number,
  height: number,
): Promise<OverlayOptions> {
  const offset = { left: Math.max(0, -left), top: Math.max(0, -top) };
  const visibleSize = {
    width: Math.min(left + size.width, width) - Math.max(left, 0),
    height: Math.min(top + size.height, height) - Math.max(top, 0),
  };
  const input = await sharp(pixels, { raw: { ...size, channels: 4 } })
    .extract({ ...offset, ...visibleSize })
    .raw()
    .toBuffer();
  return { input, raw: { ...visibleSize, channels: 4 }, left: Math.max(left, 0), top: Math.max(top, 0) };
}

const SQUARE_SIDE_PX = 256;

const avatars: Record<string, { backdrop: Backdrop; face: string; top: number }> = {
  buyer: { backdrop: 'sweet', face: '1f469-200d-1f9b0', top: 24 },
  // A half-length portrait: placed at the lower edge.
  seller: { backdrop: 'bakery', face: '1f468-200d-1f373', top: 42 },
  partner: { backdrop: 'green', face: '1f469-200d-1f9b1', top: 24 },
};

const emojiByConcept: Record<Concept, string> = {
  padaria: '1f956',
  confeitaria: '1f9c1',
  cafe: '2615',
  tasca: '1f372',
  pizzaria: '1f355',
  churrasqueira: '1f357',
  sushi: '1f363',
  horta: '1f957',
  mundo: '1f35c',
  mercearia: '1f966',
  supermercado: '1f34a',
  hotel: '1f3e8',
  bomba: '26fd',
};

/** Avatar of a demo account: square WebP, 256 px. Null for an unknown role. */
export async function paintDemoAvatar(role: string): Promise<Buffer | null> {
  if (!Object.hasOwn(avatars, role)) return null;
  const { backdrop, face, top } = avatars[role]!;
  return paintSquare(backdropSvg(backdrop, SQUARE_SIDE_PX, SQUARE_SIDE_PX, false), face, 214, top);
}

/** Logo of a kind of business: square WebP, 256 px. Null for an unknown kind. */
async function paintDemoLogo(kind: string): Promise<Buffer | null> {
  const concept = concepts.find((candidate) => candidate === kind);
  if (!concept) return null;
  const background = `<svg xmlns="http://www.w3.org/2000/svg" width="${SQUARE_SIDE_PX}" height="${SQUARE_SIDE_PX}">
    <rect width="100%" height="100%" fill="#fff3d1"/></svg>`;
  return paintSquare(Buffer.from(background), emojiByConcept[concept], 156, 50);
}

async function paintSquare(backdrop: Buffer, emoji: string, size: number, top: number): Promise<Buffer> {
  const input = await sharp(getEmojiPath(emoji)).resize(size, size).modulate({ saturation: 1.1 }).toBuffer();
  return sharp(backdrop)
    .composite([{ input, left: Math.round((SQUARE_SIDE_PX - size) / 2), top }])
    .webp({ quality: 86 })
    .toBuffer();
}

/**
 * Renders /media/demo/<fileName>: 'bakery-000123-0-640.webp', 'avatar-buyer.webp' or 'logo-padaria.webp'.
 * Null for any other name: the set of valid names, and so of rendered files, is bounded.
 */
export async function paintDemoFile(fileName: string): Promise<Buffer | null> {
  const squareMatch = /^(avatar|logo)-([a-z]+)\.webp$/.exec(fileName);
  if (squareMatch)
    return squareMatch[1] === 'avatar' ? paintDemoAvatar(squareMatch[2]!) : paintDemoLogo(squareMatch[2]!);
  const pictureMatch = /^([a-z]+-[0-9]{6}-[0-9])-([0-9]{3,4})\.webp$/.exec(fileName);
  if (!pictureMatch || !parsePictureKey(pictureMatch[1]!)) return null;
  const width = PICTURE_WIDTHS.find((candidate) => String(candidate) === pictureMatch[2]);
  return width ? paintDemoPicture(pictureMatch[1]!, width) : null;
}
