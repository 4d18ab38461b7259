/**
 * Copies emoji of Fluent Emoji 3D: those that the demo's pictures name, unchanged, and images of foods, small ones for
 * icons in the design system and large ones for scenes of the web app.
 */
import { copyFileSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { fetchPackage } from './fetch-package.ts';

const FOOD_EMOJI_CODES = {
  apple: '1f34e',
  avocado: '1f951',
  baguette: '1f956',
  banana: '1f34c',
  bento: '1f371',
  bread: '1f35e',
  broccoli: '1f966',
  cake: '1f370',
  carrot: '1f955',
  cherries: '1f352',
  coffee: '2615',
  cookie: '1f36a',
  croissant: '1f950',
  cupcake: '1f9c1',
  custard: '1f36e',
  donut: '1f369',
  drink: '1f964',
  envelope: '1f4e9',
  fuel: '26fd',
  grapes: '1f347',
  heart: '2764-fe0f',
  hotel: '1f3e8',
  olive: '1fad2',
  orange: '1f34a',
  paella: '1f958',
  pancakes: '1f95e',
  pie: '1f967',
  pizza: '1f355',
  pretzel: '1f968',
  rice: '1f35a',
  salad: '1f957',
  sandwich: '1f96a',
  shrimp: '1f364',
  strawberry: '1f353',
  sushi: '1f363',
};

const root = join(import.meta.dirname, '../..');
const sourceDir = join(fetchPackage('@lobehub/fluent-emoji-3d', '1.1.0'), 'assets');

const picturesDir = join(root, 'apps/api/db/demo/pictures');
const pictureCodes = globSync('*.ts', { cwd: picturesDir }).flatMap(
  (file) =>
    readFileSync(join(picturesDir, file), 'utf8').match(/(?<=')[0-9a-f]{4,5}(-[0-9a-f]{4,5})*(?=')/g) ?? [],
);
for (const code of new Set(pictureCodes))
  copyFileSync(join(sourceDir, `${code}.webp`), join(picturesDir, 'emoji', `${code}.webp`));

const iconDir = join(root, 'packages/ui/src/images/food');
const sceneDir = join(root, 'apps/web/app/assets/food/large');
for (const dir of [iconDir, sceneDir]) mkdirSync(dir, { recursive: true });
for (const [name, code] of Object.entries(FOOD_EMOJI_CODES)) {
  const image = sharp(join(sourceDir, `${code}.webp`));
  await image
    .clone()
    .resize(96, 96)
    .webp({ quality: 82, effort: 6 })
    .toFile(join(iconDir, `${name}.webp`));
  await image
    .clone()
    .webp({ quality: 82, effort: 6 })
    .toFile(join(sceneDir, `${name}.webp`));
}
