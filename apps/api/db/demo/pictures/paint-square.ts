import sharp from 'sharp';
import { type Concept, concepts } from '../concepts.ts';
import { type Backdrop, backdropSvg } from './backdrops.ts';
import { getEmojiPath } from './sprites.ts';

const SIDE = 256;

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
  return paintSquare(backdropSvg(backdrop, SIDE, SIDE, false), face, 214, top);
}

/** Logo of a kind of business: square WebP, 256 px. Null for an unknown kind. */
export async function paintDemoLogo(kind: string): Promise<Buffer | null> {
  const concept = concepts.find((candidate) => candidate === kind);
  if (!concept) return null;
  const background = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}">
    <rect width="100%" height="100%" fill="#fff3d1"/></svg>`;
  return paintSquare(Buffer.from(background), emojiByConcept[concept], 156, 50);
}

async function paintSquare(backdrop: Buffer, emoji: string, size: number, top: number): Promise<Buffer> {
  const input = await sharp(getEmojiPath(emoji)).resize(size, size).modulate({ saturation: 1.1 }).toBuffer();
  return sharp(backdrop)
    .composite([{ input, left: Math.round((SIDE - size) / 2), top }])
    .webp({ quality: 86 })
    .toBuffer();
}
