import sharp from 'sharp';
import { type Backdrop, backdropSvg } from './backdrops.ts';
import { emojiFile } from './sprites.ts';

const faces: Record<string, { backdrop: Backdrop; face: string }> = {
  buyer: { backdrop: 'sweet', face: '1f469-200d-1f9b0' },
  seller: { backdrop: 'bakery', face: '1f468-200d-1f373' },
  partner: { backdrop: 'green', face: '1f469-200d-1f9b1' },
};

/** The portrait of a demo account: square WebP, 256 px. Null for a person the demo does not have. */
export async function paintDemoAvatar(person: string): Promise<Buffer | null> {
  if (!Object.hasOwn(faces, person)) return null;
  const { backdrop, face } = faces[person]!;
  const portrait = await sharp(emojiFile(face)).resize(216, 216).modulate({ saturation: 1.1 }).toBuffer();
  return sharp(backdropSvg(backdrop, 256, 256, false))
    .composite([{ input: portrait, left: 20, top: 24 }])
    .webp({ quality: 86 })
    .toBuffer();
}
