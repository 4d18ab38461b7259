// Runs after an install: the pinned Node brings 67 MB of C headers and manuals, which nothing here uses.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packagesDir = join(dirname(fileURLToPath(import.meta.url)), '../node_modules/node/node_modules');
for (const name of existsSync(packagesDir) ? readdirSync(packagesDir) : [])
  for (const folder of ['include', 'share'])
    rmSync(join(packagesDir, name, folder), { recursive: true, force: true });
