// Plain JavaScript, because it runs with the machine's Node before the pinned one is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const at = (path) => join(root, path);
const time = (path) => (existsSync(at(path)) ? statSync(at(path)).mtimeMs : 0);

function run(command, args) {
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}

// The dependencies of the root and of the scripts are the tools of check and generate; start and test need the others.
const WORKSPACES = ['packages', 'apps', 'e2e', 'bench'].map((folder) => `--workspace=${folder}`);
const needsTools = process.argv.includes('--tools');
const isMissing = (binary) => !existsSync(at(`node_modules/.bin/${binary}`));
if (
  time('node_modules/.package-lock.json') < time('package-lock.json') ||
  isMissing('node') ||
  (needsTools && isMissing('biome'))
) {
  process.stdout.write('Installing dependencies …\n');
  // Errors only: npm warns of packages that need a newer Node than the machine's; they run with the pinned one.
  const options = ['--no-audit', '--no-fund', '--loglevel=error'];
  run('npm', ['ci', ...options, ...(needsTools ? [] : WORKSPACES)]);
}

if (process.argv.includes('--web')) run(at('node_modules/.bin/node'), [at('scripts/build-web.ts')]);
if (process.argv.includes('--browser'))
  run(at('node_modules/.bin/node'), [at('e2e/support/find-browser.ts'), '--install']);
