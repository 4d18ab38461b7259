// Plain JavaScript, because it runs with the machine's Node before the pinned one is installed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const at = (path) => join(root, path);
const time = (path) => (existsSync(at(path)) ? statSync(at(path)).mtimeMs : 0);
const print = (text) => process.stdout.write(text);
const isWindows = process.platform === 'win32';

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: isWindows });
  if (status !== 0) process.exit(status ?? 1);
}

const PROGRESS_INTERVAL_MS = process.stdout.isTTY ? 1000 : 15_000;

/** Runs `npm ci`, which says nothing by itself while it loads, and shows how far it is. */
async function install(args) {
  const startedAt = Date.now();
  let loaded = 0;
  let lastLoadedAt = startedAt;
  const describe = () => {
    const isUnpacking = loaded > 0 && Date.now() - lastLoadedAt > 3000;
    return `${loaded} packages loaded${isUnpacking ? ', unpacking' : ''}, ${Math.round((Date.now() - startedAt) / 1000)} s`;
  };
  // Its log of requests is counted, not shown. Its warnings are of packages that need a newer Node than the machine's;
  // they run with the pinned one.
  const npm = spawn('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=http', ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: isWindows,
  });
  createInterface({ input: npm.stderr }).on('line', (line) => {
    if (/^npm http (fetch|cache) .*\.tgz/.test(line)) {
      loaded++;
      lastLoadedAt = Date.now();
    } else if (!/^npm (http|warn)/.test(line)) process.stderr.write(`${line}\n`);
  });
  const timer = setInterval(
    () => print(process.stdout.isTTY ? `\r  ${describe()}    ` : `  ${describe()}\n`),
    PROGRESS_INTERVAL_MS,
  );
  const status = await new Promise((resolve) => {
    npm.on('error', (error) => {
      process.stderr.write(`${error.message}\n`);
      resolve(1);
    });
    npm.on('close', resolve);
  });
  clearInterval(timer);
  print(process.stdout.isTTY ? `\r  ${describe()}\n` : `  ${describe()}\n`);
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
  print(
    '\nInstalling packages from the npm registry, Node 26 and PostgreSQL 18 among\n' +
      'them, into node_modules: a few minutes, once, and after updates.\n',
  );
  await install(needsTools ? [] : WORKSPACES);
}

if (process.argv.includes('--web')) run(at('node_modules/.bin/node'), [at('scripts/build-web.ts')]);
if (process.argv.includes('--browser'))
  run(at('node_modules/.bin/node'), [at('e2e/support/find-browser.ts'), '--install']);

const { npm_lifecycle_event: event, DATABASE_URL, DATA_DIR = 'data' } = process.env;
if (event === 'prestart') {
  const isFirst =
    !DATABASE_URL && !existsSync(join(root, DATA_DIR, 'postgres')) && !existsSync(join(DATA_DIR, 'postgres'));
  print(
    isFirst
      ? '\nStarting. The first time it makes a database and fills it with a demo: up to\na minute. The address to open is shown then; Ctrl+C ends it.\n'
      : '\nStarting. The address to open is shown when it is ready; Ctrl+C ends it.\n',
  );
}
