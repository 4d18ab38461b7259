import { type ProductType, productTypes } from '../product-texts/index.ts';

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
