import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Installs a package into the system's temporary folder and returns its path. For generators that take a small part of a
 * large package, which is therefore no dependency.
 */
export function fetchPackage(name: string, version: string): string {
  const folder = join(tmpdir(), `wopack-${name.replace(/\W+/g, '-')}-${version}`);
  const packageDir = join(folder, 'node_modules', name);
  if (!existsSync(packageDir)) {
    const install = ['install', '--prefix', folder, '--legacy-peer-deps', `${name}@${version}`];
    execFileSync('npm', install, { stdio: ['ignore', 'ignore', 'inherit'] });
  }
  return packageDir;
}
