import { existsSync, globSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const NUM_LARGEST_PACKAGES = 15;

/** What the installed packages take on disk, and the largest of them. Limits: docs/decisions/0040-install-size.md */
export function printInstallSize(): void {
  const print = (label: string, mebibytes: number) =>
    process.stdout.write(`${mebibytes.toFixed(1).padStart(8)} MiB  ${label}\n`);
  const folders = ['node_modules', ...globSync('{apps,packages}/*/node_modules', { cwd: root })];
  const countedInodes = new Set<number>();
  const total = folders.reduce((sum, folder) => sum + measureMebibytes(join(root, folder), countedInodes), 0);
  print('all packages', total);

  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { link?: boolean; version?: string }>;
  };
  const packages = Object.entries(lock.packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link && existsSync(join(root, path)))
    .map(([path, { version }]) => ({
      label: `${path.replace(/^node_modules\//, '')} ${version}`,
      mebibytes: measureMebibytes(join(root, path)),
    }))
    .sort((a, b) => b.mebibytes - a.mebibytes);
  for (const { label, mebibytes } of packages.slice(0, NUM_LARGEST_PACKAGES)) print(label, mebibytes);
}

/** Blocks on disk; a file with several names counts once, as with `du`. */
function measureMebibytes(path: string, countedInodes = new Set<number>()): number {
  const stats = lstatSync(path);
  if (stats.nlink > 1 && countedInodes.has(stats.ino)) return 0;
  countedInodes.add(stats.ino);
  const parts = stats.isDirectory()
    ? readdirSync(path).map((name) => measureMebibytes(join(path, name), countedInodes))
    : [];
  return parts.reduce((sum, part) => sum + part, stats.blocks / 2048);
}
