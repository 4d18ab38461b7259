import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compressFolder } from './compress.ts';

const root = join(import.meta.dirname, '..');
const stamp = join(root, 'apps/web/dist/.built-from');

/** What the bundle is made of, as one number: the web app is built again only when something of it changed. */
function fingerprint(): string {
  const hash = createHash('sha256');
  const add = (path: string): void => {
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort())
        if (name !== 'node_modules' && name !== 'dist') add(join(path, name));
    } else hash.update(path.slice(root.length)).update(readFileSync(path));
  };
  for (const part of ['apps/web', 'packages', 'scripts/compress.ts', 'package-lock.json'])
    add(join(root, part));
  return hash.digest('hex');
}

const wanted = fingerprint();
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  const { status } = spawnSync(join(root, 'node_modules/.bin/vite'), ['build', '--logLevel', 'warn'], {
    cwd: join(root, 'apps/web'),
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
  await compressFolder(join(root, 'apps/web/dist'));
  writeFileSync(stamp, wanted);
}
