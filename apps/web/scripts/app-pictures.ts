/** Writes public/icons and public/preview.jpg from the logo and the food. Run by hand after a change of either. */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

const yellow = '#ffc93c';
const at = (path: string) => join(import.meta.dirname, '..', path);
const mark = await readFile(at('public/logo-mark.svg'), 'utf8');
/** The same without its rounded corners: systems cut icons to their own shape. */
const square = mark.replace(/ rx="\d+"/, '');

const drawn = (svg: string, size: number) =>
  sharp(Buffer.from(svg), { density: (72 * size) / 64 }).resize(size, size);

const icon = (name: string, svg: string, size: number) =>
  drawn(svg, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(at(`public/icons/${name}.png`));

/** What a link shows in a messenger: the name, and food on its way into the bag. */
async function preview(): Promise<void> {
  const logo = (await readFile(at('scripts/logo.svg'), 'utf8')).replace(/@media.*\}\}/, '');
  const foods = ['croissant', 'bread', 'avocado', 'sushi', 'cupcake'];
  const row = await Promise.all(
    foods.map(async (food, i) => ({
      input: await sharp(at(`src/assets/food/large/${food}.webp`))
        .resize(164)
        .toBuffer(),
      left: 90 + i * 214,
      top: i % 2 ? 70 : 110,
    })),
  );
  const name = await sharp(Buffer.from(logo), { density: 320 }).resize({ width: 760 }).png().toBuffer();
  await sharp({ create: { width: 1200, height: 630, channels: 3, background: yellow } })
    .composite([...row, { input: name, left: 220, top: 345 }])
    .jpeg({ quality: 84, mozjpeg: true })
    .toFile(at('public/preview.jpg'));
}

await mkdir(at('public/icons'), { recursive: true });
await icon('192', mark, 192);
await icon('512', mark, 512);
await icon('maskable-512', square, 512);
await icon('apple-touch', square, 180);
await preview();
