/**
 * Generates public/icons and public/preview.jpg from the logo and the food images. Run by hand after a change of
 * either.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

const BRAND_YELLOW = '#ffc93c';
const resolvePath = (path: string) => join(import.meta.dirname, '..', path);
const logoMark = await readFile(resolvePath('public/logo-mark.svg'), 'utf8');
/** Without rounded corners: operating systems apply their own shape. */
const squareLogoMark = logoMark.replace(/ rx="\d+"/, '');

const renderSvg = (svg: string, size: number) =>
  sharp(Buffer.from(svg), { density: (72 * size) / 64 }).resize(size, size);

const writeIcon = (name: string, svg: string, size: number) =>
  renderSvg(svg, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(resolvePath(`public/icons/${name}.png`));

/** The preview image of shared links. */
async function writeLinkPreview(): Promise<void> {
  const logo = (await readFile(resolvePath('scripts/logo.svg'), 'utf8')).replace(/@media.*\}\}/, '');
  const foods = ['croissant', 'bread', 'avocado', 'sushi', 'cupcake'];
  const foodRow = await Promise.all(
    foods.map(async (food, i) => ({
      input: await sharp(resolvePath(`app/assets/food/large/${food}.webp`))
        .resize(164)
        .toBuffer(),
      left: 90 + i * 214,
      top: i % 2 ? 70 : 110,
    })),
  );
  const wordmark = await sharp(Buffer.from(logo), { density: 320 }).resize({ width: 760 }).png().toBuffer();
  await sharp({ create: { width: 1200, height: 630, channels: 3, background: BRAND_YELLOW } })
    .composite([...foodRow, { input: wordmark, left: 220, top: 345 }])
    .jpeg({ quality: 84, mozjpeg: true })
    .toFile(resolvePath('public/preview.jpg'));
}

await mkdir(resolvePath('public/icons'), { recursive: true });
await writeIcon('192', logoMark, 192);
await writeIcon('512', logoMark, 512);
await writeIcon('maskable-512', squareLogoMark, 512);
await writeIcon('apple-touch', squareLogoMark, 180);
await writeLinkPreview();
