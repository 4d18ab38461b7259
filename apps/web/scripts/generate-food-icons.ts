/**
 * Generates images of foods from the emoji package: small ones for icons in the design system, large ones for scenes in
 * app/assets/food. Run by hand after
 * a change.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { fetchPackage } from '../../../scripts/data/fetch-package.ts';

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

const sourceDir = join(fetchPackage('@lobehub/fluent-emoji-3d', '1.1.0'), 'assets');
const iconDir = join(import.meta.dirname, '../../../packages/ui/src/images/food');
const sceneDir = join(import.meta.dirname, '../app/assets/food/large');
for (const dir of [iconDir, sceneDir]) await mkdir(dir, { recursive: true });
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
