import { type PackType, packTypes } from '../pack-texts/pack-text.ts';

/** Pictures of one type are numbered 0 to this, exclusive: a bound on what can ever be painted. */
export const PICTURES_PER_TYPE = 240;
export const MAX_PHOTOS = 3;

export interface PictureKey {
  type: PackType;
  number: number;
  shot: number;
}

const pattern = new RegExp(`^(${packTypes.join('|')})-([0-9]{6})-([0-9])$`);

/** Null for a key that no demo pack has. */
export function parsePictureKey(key: string): PictureKey | null {
  const match = pattern.exec(key);
  if (!match) return null;
  const [type, number, shot] = [match[1] as PackType, Number(match[2]), Number(match[3])];
  return number < PICTURES_PER_TYPE && shot < MAX_PHOTOS ? { type, number, shot } : null;
}

export const pictureKey = ({ type, number, shot }: PictureKey): string =>
  `${type}-${String(number).padStart(6, '0')}-${shot}`;
