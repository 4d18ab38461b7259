/** Copies the emoji that the demo's pictures name from Fluent Emoji 3D into apps/api/db/demo/pictures/emoji. */
import { copyFileSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fetchPackage } from './fetch-package.ts';

const picturesDir = join(import.meta.dirname, '../../apps/api/db/demo/pictures');
const assetsDir = join(fetchPackage('@lobehub/fluent-emoji-3d', '1.1.0'), 'assets');
const codes = globSync('*.ts', { cwd: picturesDir }).flatMap(
  (file) =>
    readFileSync(join(picturesDir, file), 'utf8').match(/(?<=')[0-9a-f]{4,5}(-[0-9a-f]{4,5})*(?=')/g) ?? [],
);
for (const code of new Set(codes))
  copyFileSync(join(assetsDir, `${code}.webp`), join(picturesDir, 'emoji', `${code}.webp`));
