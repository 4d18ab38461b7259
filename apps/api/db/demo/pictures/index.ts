import { PICTURE_WIDTHS, paintDemoAvatar, paintDemoLogo, paintDemoPicture } from './paint-picture.ts';
import { parsePictureKey } from './picture-keys.ts';

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

export { paintDemoAvatar, paintDemoPicture } from './paint-picture.ts';
