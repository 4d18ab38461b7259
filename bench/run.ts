import { randomBytes } from 'node:crypto';
import { existsSync, globSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import pg from 'pg';
import { seedDemo } from '../apps/api/db/demo/seed.ts';
import { updateMapCells } from '../apps/api/src/modules/offers/index.ts';
import { openDatabase } from '../apps/api/src/platform/db/database.ts';
import { startEmbedded } from '../apps/api/src/platform/db/embedded.ts';
import { prepareDatabase } from '../apps/api/src/platform/db/prepare-database.ts';
import { createSecrets } from '../apps/api/src/platform/secrets.ts';
import { benchConsole, insertMillionOrders } from './console.ts';
import { benchFairness } from './fairness.ts';
import { compareForecasts, measureDemoForecasts } from './forecast.ts';
import { benchImport } from './import.ts';
import { benchLighthouse } from './lighthouse.ts';
import { benchLive, benchMap, benchMemory } from './map-live-memory.ts';
import { benchPurchase } from './purchase.ts';
import { printPurchaseStatements, startCountingPostgres } from './purchase-statements.ts';
import {
  type LoadResult,
  measure,
  median,
  readCpuMs,
  readPostgresPid,
  startServer,
  waitUntilIdle,
} from './servers.ts';
import { benchStart } from './start.ts';
import { benchUploads } from './uploads.ts';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'apps/web/dist');
const NUM_LARGEST_PACKAGES = 15;

/** What the installed packages take on disk, and the largest of them. Limits: docs/decisions/0040-install-size.md */
function printInstallSize(): void {
  const print = (label: string, mebibytes: number) =>
    process.stdout.write(`${mebibytes.toFixed(1).padStart(8)} MiB  ${label}\n`);
  const folders = ['node_modules', ...globSync('{apps/*,packages/*,scripts}/node_modules', { cwd: root })];
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

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

const REQUIRED_CHUNKS = [
  'index.html',
  'app/start-app.tsx',
  'app/routes/layout/app-layout.tsx',
  'app/routes/buyer/offers.tsx',
];
/** Files besides chunks; the texts in Russian, the longest ones. */
const ASSET_PATTERN = /^assets\/(texts-[^/]+\/ru\/(shared|offers)\.json|first-paint-[^/]+\.js)$/;

/** Prints the gzip size of what a first visit to `/offers` loads. Targets: 175 KiB of script, 15 KiB of style. */
function benchFirstLoad(): void {
  const chunks = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const files = new Set<string>();
  const addChunk = (name: string): void => {
    const { file, imports = [], css = [] } = chunks[name]!;
    for (const dependency of [file, ...css]) files.add(dependency);
    for (const dependency of imports) if (!files.has(chunks[dependency]!.file)) addChunk(dependency);
  };
  for (const name of REQUIRED_CHUNKS) addChunk(name);
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' }))
    if (ASSET_PATTERN.test(name)) files.add(name);
  const scriptCount = [...files].filter((file) => file.endsWith('.js')).length;
  const sumKibibytes = (extension: string) =>
    [...files]
      .filter((file) => file.endsWith(extension))
      .reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length / 1024, 0);
  process.stdout.write(
    `first load of /offers: ${sumKibibytes('.js').toFixed(1)} KiB of script (175) in ${scriptCount} files, ${sumKibibytes('.css').toFixed(1)} KiB of style (15), ${sumKibibytes('.json').toFixed(1)} KiB of texts\n`,
  );
}

/**
 * npm run bench [-- --packs 1000000 --places 100000 --rounds 3] [--map | --live | --console | --purchase [--quantity 3] | --statements | --fairness | --forecast | --memory --minutes 10 | --uploads | --import | --start | --install-size | --first-load | --lighthouse] [--socket]
 * Compares the list with its floors, alternating in one run. Ratios can be compared between machines, rates cannot.
 * PostgreSQL is reached by TCP, as that of an operator; with --socket by its Unix socket, as that of `npm start`.
 */
const { values } = parseArgs({
  options: {
    packs: { type: 'string', default: '10000' },
    places: { type: 'string', default: '4000' },
    rounds: { type: 'string', default: '3' },
    map: { type: 'boolean', default: false },
    live: { type: 'boolean', default: false },
    purchase: { type: 'boolean', default: false },
    /** Units of each purchase, up to what products allow by default. */
    quantity: { type: 'string', default: '1' },
    statements: { type: 'boolean', default: false },
    fairness: { type: 'boolean', default: false },
    forecast: { type: 'boolean', default: false },
    console: { type: 'boolean', default: false },
    memory: { type: 'boolean', default: false },
    uploads: { type: 'boolean', default: false },
    import: { type: 'boolean', default: false },
    start: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '10' },
    'install-size': { type: 'boolean', default: false },
    'first-load': { type: 'boolean', default: false },
    lighthouse: { type: 'boolean', default: false },
    socket: { type: 'boolean', default: false },
  },
});
const { socket: isBySocket, ...selection } = values;
const isListBench = !Object.values(selection).includes(true);
if (values['install-size']) {
  printInstallSize();
  process.exit();
}
if (values.forecast) {
  compareForecasts();
  await measureDemoForecasts();
  process.exit();
}
if (isListBench || values['first-load']) benchFirstLoad();
if (values['first-load']) process.exit();

const [products, salePlaces, rounds] = [Number(values.packs), Number(values.places), Number(values.rounds)];

const SECRET_KEY = randomBytes(32).toString('hex');
const dataDir = await mkdtemp(join(tmpdir(), 'wopack-bench-'));
const embedded = await (values.statements ? startCountingPostgres : startEmbedded)(dataDir);
const selectTransport = (url: string) => (isBySocket ? url : url.replace(/\?host=.*/, ''));
const postgres = {
  ...embedded,
  url: selectTransport(embedded.url),
  ownerUrl: selectTransport(embedded.ownerUrl),
};
const db = openDatabase(postgres.ownerUrl, 4);
await prepareDatabase(postgres);
const seedStartedAt = performance.now();
await seedDemo(db, {
  salePlaces,
  products,
  now: new Date(),
  secrets: createSecrets(SECRET_KEY),
  ...(values.console && { encryptedTotpSecret: 'none' }),
});
if (values.console) await insertMillionOrders(db);
process.stdout.write(
  `${products} packs at ${salePlaces} places, made in ${((performance.now() - seedStartedAt) / 1000).toFixed(1)} s\n`,
);
// Otherwise a job of the server does it while it is measured.
await updateMapCells({ db, clock: { now: () => new Date() } });
await sql`VACUUM ANALYZE`.execute(db);
await db.destroy();

// An overloaded server refuses calls; the bench measures how many it can answer.
const env = {
  DATABASE_URL: postgres.url,
  DATABASE_OWNER_URL: postgres.ownerUrl,
  DATA_DIR: dataDir,
  OVERLOADED_AFTER_MS: '0',
  // Pages need the demo's pictures.
  SEED_DEMO: values.lighthouse ? '1' : '0',
  ENABLE_SANDBOX: '1',
  SECRET_KEY,
};
const server = await startServer('apps/api/src/start.ts', 3900, env, '/health');
const floorServer = await startServer('bench/floor-server.ts', 3901, env, '/static');

const pids = { wopack: server.pid, floor: floorServer.pid, postgres: await readPostgresPid(dataDir) };

async function signIn(email: string): Promise<{ token: string }> {
  const reply = await fetch(`${server.url}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'sobras1', device_name: 'bench' }),
  });
  return (await reply.json()) as { token: string };
}
const { token } = await signIn('buyer@wopack.example');
const headers = { authorization: `Bearer ${token}`, 'accept-language': 'pt' };
const CENTRE_QUERY = 'latitude=38.7139&longitude=-9.1394';
const buildRandomPointQuery = () =>
  `latitude=${38.68 + Math.random() * 0.08}&longitude=${-9.2 + Math.random() * 0.1}`;

/** Of food that many products are, of food that few are, a diet, and one that stands in descriptions only. */
const TEXTS = ['pao', 'sushi', 'bolo', 'sopa', 'fruta', 'vegan', 'tarte', 'salada', 'mixed'];
const selectRandomText = () => TEXTS[Math.floor(Math.random() * TEXTS.length)]!;

// Statements of the demo's months, their mails and the like, which the first start issues.
const jobsDb = new pg.Client(postgres.ownerUrl);
await jobsDb.connect();
await waitUntilIdle(jobsDb);
await jobsDb.end();

try {
  if (values.console) await benchConsole(server.url, postgres.ownerUrl);
  else if (values.live) await benchLive(server, postgres.ownerUrl);
  else if (values.purchase)
    await benchPurchase(
      { wopack: server.url, floor: floorServer.url },
      postgres.ownerUrl,
      { rounds, quantity: Number(values.quantity) },
      pids,
    );
  else if (values.statements) await printPurchaseStatements(server.url, postgres.ownerUrl);
  else if (values.fairness) await benchFairness(server.url, postgres.ownerUrl, env.SECRET_KEY);
  else if (values.lighthouse) await benchLighthouse(server.url, token, rounds);
  else if (values.map) await benchMap(server.url, headers, rounds);
  else if (values.memory)
    await benchMemory(server, `/api/v1/products?${CENTRE_QUERY}`, headers, Number(values.minutes));
  else if (values.start) {
    await server.stop();
    await benchStart(env, rounds);
  } else if (values.uploads) await benchUploads(server, (await signIn('seller@wopack.example')).token);
  else if (values.import)
    await benchImport(server, pids.postgres, (await signIn('seller@wopack.example')).token);
  else await benchList();
} finally {
  await server.stop();
  await floorServer.stop();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function benchList(): Promise<void> {
  const measureOwnPlaces = (buildFilter: () => string) => () =>
    measure(server.url, headers, 6, () => `/api/v1/products?${buildRandomPointQuery()}${buildFilter()}`);
  const measurements: Record<string, { pid: number; run: () => Promise<LoadResult> }> = {
    'floor: static text': { pid: pids.floor, run: () => measure(`${floorServer.url}/static`) },
    'floor: one prepared SELECT': { pid: pids.floor, run: () => measure(`${floorServer.url}/select`) },
    'list, each from an own place': { pid: pids.wopack, run: measureOwnPlaces(() => '') },
    'the same with text': {
      pid: pids.wopack,
      run: measureOwnPlaces(() => `&searchProductText=${selectRandomText()}`),
    },
    'the same with type': { pid: pids.wopack, run: measureOwnPlaces(() => '&filterByType=1') },
    'list, all from one place': {
      pid: pids.wopack,
      run: () => measure(`${server.url}/api/v1/products?${CENTRE_QUERY}`, headers),
    },
  };
  const figures: Record<string, (LoadResult & { nodeMs: number; postgresMs: number })[]> = {};
  for (let round = 0; round < rounds; round++) {
    for (const [name, { pid, run }] of Object.entries(measurements)) {
      const [nodeBefore, postgresBefore] = [await readCpuMs(pid), await readCpuMs(pids.postgres)];
      const result = await run();
      const nodeMs = ((await readCpuMs(pid)) - nodeBefore) / result.count;
      const postgresMs = ((await readCpuMs(pids.postgres)) - postgresBefore) / result.count;
      figures[name] = [...(figures[name] ?? []), { ...result, nodeMs, postgresMs }];
    }
  }

  const medianOf = (name: string, key: keyof LoadResult | 'nodeMs' | 'postgresMs') =>
    median(figures[name]!.map((figure) => figure[key]));
  const floor = 'floor: one prepared SELECT';
  process.stdout.write(
    `${'median of'.padEnd(28)} req/s   of SELECT   p97.5 ms   of SELECT   CPU ms: Node   PostgreSQL   errors\n`,
  );
  for (const [name, runs] of Object.entries(figures)) {
    const [rate, p975Ms] = [medianOf(name, 'rate'), medianOf(name, 'p975Ms')];
    const columns = [
      rate.toFixed(0).padStart(6),
      (rate / medianOf(floor, 'rate')).toFixed(2).padStart(11),
      p975Ms.toFixed(1).padStart(10),
      (p975Ms / medianOf(floor, 'p975Ms')).toFixed(2).padStart(11),
      medianOf(name, 'nodeMs').toFixed(2).padStart(14),
      medianOf(name, 'postgresMs').toFixed(2).padStart(12),
      String(runs.reduce((sum, run) => sum + run.errors, 0)).padStart(8),
    ];
    process.stdout.write(`${name.padEnd(28)}${columns.join(' ')}\n`);
  }
}
