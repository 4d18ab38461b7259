import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compressFolder } from './compress.ts';

const root = join(import.meta.dirname, '..');
const stampFile = join(root, 'apps/web/dist/.built-from');

/** Hash of all inputs: the web app is rebuilt only when one changed. */
function hashSources(): string {
  const hash = createHash('sha256');
  const addToHash = (path: string): void => {
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort())
        if (name !== 'node_modules' && name !== 'dist') addToHash(join(path, name));
    } else hash.update(path.slice(root.length)).update(readFileSync(path));
  };
  for (const source of ['apps/web', 'packages', 'scripts/compress.ts', 'package-lock.json'])
    addToHash(join(root, source));
  return hash.digest('hex');
}

const currentHash = hashSources();
if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== currentHash) {
  // Without the storage of Node's own, which warns that it is not set up.
  const args = ['--no-experimental-webstorage', join(root, 'apps/web/scripts/build.ts')];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  await compressFolder(join(root, 'apps/web/dist'));
  writeFileSync(stampFile, currentHash);
}
