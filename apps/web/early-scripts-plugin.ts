import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync, type Plugin } from 'vite';

/** The scripts that run before anything is shown, as short as can be: every first visit loads them. */
export function createEarlyScriptsPlugin(...names: string[]): Plugin {
  return {
    name: 'early-scripts',
    apply: 'build',
    writeBundle({ dir = '' }) {
      for (const name of names) {
        const file = join(dir, name);
        writeFileSync(file, minifySync(name, readFileSync(file, 'utf8')).code);
      }
    },
  };
}
