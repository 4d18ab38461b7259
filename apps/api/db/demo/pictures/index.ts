import { paintDemoPicture, pictureWidths } from './paint-picture.ts';
import { paintDemoAvatar, paintDemoLogo } from './paint-square.ts';
import { parsePictureKey } from './picture-keys.ts';

/**
 * Paints what stands at /media/demo/<fileName>: 'bakery-000123-0-640.webp', 'avatar-buyer.webp' or
 * 'logo-padaria.webp'. Null for a name that is none of the demo's: the names there are, and so what can be painted,
 * are bounded.
 */
export async function paintDemoFile(fileName: string): Promise<Buffer | null> {
  const square = /^(avatar|logo)-([a-z]+)\.webp$/.exec(fileName);
  if (square) return square[1] === 'avatar' ? paintDemoAvatar(square[2]!) : paintDemoLogo(square[2]!);
  const picture = /^([a-z]+-[0-9]{6}-[0-9])-([0-9]{3,4})\.webp$/.exec(fileName);
  if (!picture || !parsePictureKey(picture[1]!)) return null;
  const width = pictureWidths.find((known) => String(known) === picture[2]);
  return width ? paintDemoPicture(picture[1]!, width) : null;
}

export { paintDemoPicture } from './paint-picture.ts';
export { paintDemoAvatar } from './paint-square.ts';
