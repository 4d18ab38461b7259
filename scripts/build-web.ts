import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE_PATTERN = /\.(js|json|css|svg|html|txt|webmanifest)$/;
/** Smaller than a network packet: compression gains nothing. */
const MIN_BYTES = 1000;

const compressors = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gz: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
};

/**
 * Precompresses the files of a folder at maximum level; the server picks the variant that the client
 * accepts.
 */
async function compressFolder(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  await Promise.all(
    files
      // index.html is rendered per request.
      .filter((file) => COMPRESSIBLE_PATTERN.test(file) && file !== 'index.html')
      .map(async (file) => {
        const bytes = await readFile(join(folder, file));
        if (bytes.length < MIN_BYTES) return;
        for (const [extension, compress] of Object.entries(compressors)) {
          await writeFile(join(folder, `${file}.${extension}`), await compress(bytes));
        }
      }),
  );
}

const root = join(import.meta.dirname, '..');

interface App {
  name: string;
  folder: string;
  /** Arguments of Node. */
  build: string[];
}

const apps: App[] = [
  {
    name: 'the web app (half a minute)',
    folder: 'apps/web',
    // Disables Node's own localStorage, which prints a warning without a file.
    build: ['--no-experimental-webstorage', join(root, 'apps/web/scripts/build.ts')],
  },
  {
    name: 'the operator console',
    folder: 'apps/admin',
    build: [
      join(root, 'node_modules/vite/bin/vite.js'),
      'build',
      join(root, 'apps/admin'),
      '--logLevel=warn',
    ],
  },
];

/** Hash of all inputs, settings of the build included: an app is rebuilt only when one changed. */
function hashSources(folder: string): string {
  const hash = createHash('sha256');
  const addToHash = (path: string): void => {
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort())
        if (name !== 'node_modules' && name !== 'dist') addToHash(join(path, name));
    } else hash.update(path.slice(root.length)).update(readFileSync(path));
  };
  for (const source of [folder, 'packages', 'scripts/build-web.ts', 'package-lock.json'])
    addToHash(join(root, source));
  // What the pages say of the operator.
  for (const name of Object.keys(process.env).sort())
    if (name.startsWith('VITE_')) hash.update(`${name}=${process.env[name]}`);
  return hash.digest('hex');
}

for (const { name, folder, build } of apps) {
  const distFolder = join(root, folder, 'dist');
  const stampFile = join(distFolder, '.built-from');
  const currentHash = hashSources(folder);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === currentHash) continue;
  process.stdout.write(`\nBuilding ${name}: once, and after changes.\n`);
  const { status } = spawnSync(process.execPath, build, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  await compressFolder(distFolder);
  writeFileSync(stampFile, currentHash);
}
