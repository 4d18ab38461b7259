import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { seedDemo } from '../apps/api/db/demo/index.ts';
import { updateMapCells } from '../apps/api/src/modules/offers/index.ts';
import { openDatabase } from '../apps/api/src/platform/db/database.ts';
import { startEmbedded } from '../apps/api/src/platform/db/embedded.ts';
import { migrate } from '../apps/api/src/platform/db/migrate.ts';
import { benchLive } from './live.ts';
import { benchMap } from './map.ts';
import { benchMemory } from './memory.ts';
import { benchPurchase } from './purchase.ts';
import { printPurchaseStatements, startCountingPostgres } from './purchase-statements.ts';
import { type LoadResult, measure, median, startServer } from './servers.ts';

const dist = join(import.meta.dirname, '../apps/web/dist');

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

const REQUIRED_CHUNKS = ['index.html', 'app/routes/buyer/offers.tsx'];
/** Beside chunks; texts in the language that has the longest. */
const ASSET_PATTERN = /^assets\/(texts-[^/]+\/ru\/(common|errors|offers)\.json|first-paint-[^/]+\.js)$/;

/** What a first visit to `/offers` loads before it can be used, packed by gzip: at most 175 KiB of script, 15 of style. */
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
 * npm run bench [-- --packs 1000000 --places 100000 --rounds 3] [--map | --live | --purchase | --statements | --memory --minutes 10]
 * The list beside its floors, turn about in one run: machines differ, ratios travel.
 */
const { values } = parseArgs({
  options: {
    packs: { type: 'string', default: '10000' },
    places: { type: 'string', default: '4000' },
    rounds: { type: 'string', default: '3' },
    map: { type: 'boolean', default: false },
    live: { type: 'boolean', default: false },
    purchase: { type: 'boolean', default: false },
    statements: { type: 'boolean', default: false },
    memory: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '10' },
  },
});
if (!values.statements) benchFirstLoad();

const [products, salePlaces, rounds] = [Number(values.packs), Number(values.places), Number(values.rounds)];

const dataDir = await mkdtemp(join(tmpdir(), 'wopack-bench-'));
const postgres = await (values.statements ? startCountingPostgres : startEmbedded)(dataDir);
const db = openDatabase(postgres.url, 4);
await migrate(db);
const seedStartedAt = performance.now();
await seedDemo(db, { salePlaces, products, now: new Date() });
process.stdout.write(
  `${products} packs at ${salePlaces} places, made in ${formatSeconds(performance.now() - seedStartedAt)}\n`,
);
// The map's squares are counted by a job of the server: here before it is measured.
await updateMapCells({ db, clock: { now: () => new Date() } });
await sql`VACUUM ANALYZE`.execute(db);
await db.destroy();

// Under more load than it can take the server refuses calls: here it is to show how much it can.
const env = {
  ...{ DATABASE_URL: postgres.url, DATA_DIR: dataDir, SEED_DEMO: '0', OVERLOADED_AFTER_MS: '0' },
  ...{ ENABLE_SANDBOX: '1' },
};
const server = await startServer('apps/api/src/main.ts', 3900, env, '/health');
const floorServer = await startServer('bench/floor-server.ts', 3901, env, '/static');

const login = await fetch(`${server.url}/api/v1/login`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email: 'buyer@wopack.example', password: 'sobras1', device_name: 'bench' }),
});
const { token } = (await login.json()) as { token: string };
const headers = { authorization: `Bearer ${token}`, 'accept-language': 'pt' };
const CENTRE_QUERY = 'latitude=38.7139&longitude=-9.1394';
const buildRandomPointQuery = () =>
  `latitude=${38.68 + Math.random() * 0.08}&longitude=${-9.2 + Math.random() * 0.1}`;

try {
  if (values.live) await benchLive(server, postgres.url);
  else if (values.purchase) await benchPurchase(server.url, floorServer.url, postgres.url, rounds);
  else if (values.statements) await printPurchaseStatements(server.url, postgres.url);
  else if (values.map) await benchMap(server.url, headers, rounds);
  else if (values.memory)
    await benchMemory(server, `/api/v1/products?${CENTRE_QUERY}`, headers, Number(values.minutes));
  else await benchList();
} finally {
  await server.stop();
  await floorServer.stop();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function benchList(): Promise<void> {
  const measurements: Record<string, () => Promise<LoadResult>> = {
    'floor: static text': () => measure(`${floorServer.url}/static`),
    'floor: one prepared SELECT': () => measure(`${floorServer.url}/select`),
    'list near a point': () => measure(`${server.url}/api/v1/products?${CENTRE_QUERY}`, headers),
    // Nobody asks what another asked a moment before: no page is given twice.
    'list, each near their own': () =>
      measure(server.url, headers, 6, () => `/api/v1/products?${buildRandomPointQuery()}`),
    'list, type and text': () =>
      measure(`${server.url}/api/v1/products?${CENTRE_QUERY}&filterByType=1&searchProductText=pao`, headers),
  };
  const figures: Record<string, LoadResult[]> = {};
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of Object.entries(measurements)) {
      figures[name] = [...(figures[name] ?? []), await run()];
    }
  }

  const floorRate = median(figures['floor: one prepared SELECT']!.map(({ rate }) => rate));
  const floorP97Ms = median(figures['floor: one prepared SELECT']!.map(({ p97Ms }) => p97Ms));
  process.stdout.write(`${'median of'.padEnd(28)} req/s   of SELECT   p97.5 ms   of SELECT   errors\n`);
  for (const [name, runs] of Object.entries(figures)) {
    const rate = median(runs.map((run) => run.rate));
    const p97Ms = median(runs.map((run) => run.p97Ms));
    const errors = runs.reduce((sum, run) => sum + run.errors, 0);
    process.stdout.write(
      `${name.padEnd(28)} ${rate.toFixed(0).padStart(5)} ${(rate / floorRate).toFixed(2).padStart(11)} ${p97Ms.toFixed(1).padStart(10)} ${(p97Ms / floorP97Ms).toFixed(2).padStart(11)} ${String(errors).padStart(8)}\n`,
    );
  }
}

function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
