import { type ClientRequest, get, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';
import pg from 'pg';
import {
  CONNECTIONS,
  getPeakMegabytes,
  getResidentMegabytes,
  type LoadResult,
  measure,
  median,
  registerUsers,
} from './servers.ts';

const CENTRE = { longitude: -9.1394, latitude: 38.7139 };
const zooms = [5, 8, 10, 11, 12, 13, 14, 15, 16, 17, 18];

/** Within about 300 m of the centre of Lisbon, random so that responses are not cached. */
const pickRandomPoint = (): typeof CENTRE => ({
  longitude: CENTRE.longitude + (Math.random() - 0.5) * 0.006,
  latitude: CENTRE.latitude + (Math.random() - 0.5) * 0.006,
});

/** The box of a screen of 1440 × 900 pixels. */
function buildViewQuery(zoom: number, { longitude, latitude } = CENTRE): string {
  const degrees = 360 / 512 / 2 ** zoom;
  const east = 720 * degrees;
  const north = 450 * degrees * Math.cos((latitude * Math.PI) / 180);
  return `bbox=${longitude - east},${latitude - north},${longitude + east},${latitude + north}&zoom=${zoom}`;
}

/** Compressed size of the response, and its content. */
async function measureResponse(url: string, headers: Record<string, string>) {
  const answer = await fetch(url, { headers: { ...headers, 'accept-encoding': 'identity' } });
  const { data, clusters } = (await answer.json()) as { data: unknown[]; clusters: unknown[] };
  const compressed = await new Promise<Buffer>((resolve, reject) => {
    request(url, { headers: { ...headers, 'accept-encoding': 'br' } }, async (response) => {
      resolve(Buffer.concat(await Array.fromAsync(response)));
    })
      .on('error', reject)
      .end();
  });
  return { bytes: compressed.length, pins: data.length, clusters: clusters.length };
}

/**
 * Measures the map at every zoom and the list alternately, at random positions. Targets: at most 60 KB compressed, and
 * at most twice the p97.5 of the list.
 */
export async function benchMap(url: string, headers: Record<string, string>, rounds: number): Promise<void> {
  const measureList = () =>
    measure(url, headers, 3, () => {
      const { latitude, longitude } = pickRandomPoint();
      return `/api/v1/products?latitude=${latitude}&longitude=${longitude}`;
    });
  const listFigures: LoadResult[] = [];
  const runs = new Map<number, LoadResult[]>(zooms.map((zoom) => [zoom, []]));
  for (let round = 0; round < rounds; round++) {
    listFigures.push(await measureList());
    for (const zoom of zooms) {
      const pickView = () => `/api/v1/productsMap?${buildViewQuery(zoom, pickRandomPoint())}`;
      runs.get(zoom)!.push(await measure(url, headers, 3, pickView));
    }
  }
  const getMedianP975Ms = (figures: LoadResult[]) => median(figures.map(({ p975Ms }) => p975Ms));
  const listP975Ms = getMedianP975Ms(listFigures);
  process.stdout.write(
    `\nmap: list's p97.5 ${listP975Ms.toFixed(1)} ms\nzoom   pins clusters     KB   p97.5 ms   of list   errors\n`,
  );
  for (const [zoom, figures] of runs) {
    const { bytes, pins, clusters } = await measureResponse(
      `${url}/api/v1/productsMap?${buildViewQuery(zoom)}`,
      headers,
    );
    const errors = figures.reduce((sum, run) => sum + run.errors, 0);
    const cells = [
      String(zoom).padStart(4),
      String(pins).padStart(6),
      String(clusters).padStart(8),
      (bytes / 1000).toFixed(1).padStart(6),
      getMedianP975Ms(figures).toFixed(1).padStart(10),
      (getMedianP975Ms(figures) / listP975Ms).toFixed(2).padStart(9),
      String(errors).padStart(8),
    ];
    process.stdout.write(`${cells.join(' ')}\n`);
  }
}

const STREAM_COUNT = 1000;
/** Below the limit of streams of one user. */
const STREAMS_PER_USER = 18;
const CHANGE_COUNT = 10;

interface Server {
  url: string;
  pid: number;
}

/**
 * A thousand users stream the same list while units are sold. Measures the cost of the streams and the delay until the
 * last user gets a change, beside a connection that listens to the database.
 */
export async function benchLive({ url, pid }: Server, databaseUrl: string): Promise<void> {
  const db = new pg.Client(databaseUrl);
  const listener = new pg.Client(databaseUrl);
  await Promise.all([db.connect(), listener.connect()]);
  await listener.query('LISTEN stock');
  const { rows } = await db.query<{ id: number; product_id: number }>(
    `SELECT id, product_id FROM (
       SELECT DISTINCT ON (product_id) slot.id, product_id, ends_at FROM pickup_slots AS slot
       JOIN products ON products.id = product_id
       WHERE state = 'active' AND ends_at > now() AND NOT closed ORDER BY product_id, ends_at
     ) AS on_sale WHERE ends_at > now() + interval '15 minutes' LIMIT 20`,
  );
  const tokens = await registerUsers(url, Math.ceil(STREAM_COUNT / STREAMS_PER_USER), 'live');
  await wait(2000);
  const before = await getResidentMegabytes(pid);
  const products = rows.map((row) => row.product_id).join(',');
  const progress = { text: '', count: 0, all: () => {} };
  const openRequests = await Promise.all(
    Array.from({ length: STREAM_COUNT }, (_, i) =>
      openStream(`${url}/api/v1/live?products=${products}`, tokens[i % tokens.length]!, (text) => {
        if (progress.text && text.includes(progress.text) && ++progress.count === STREAM_COUNT)
          progress.all();
      }),
    ),
  );
  await wait(3000);
  const after = await getResidentMegabytes(pid);

  const durations: { floor: number; streams: number }[] = [];
  for (let changeIndex = 0; changeIndex < CHANGE_COUNT; changeIndex++) {
    const { id, product_id } = rows[changeIndex % rows.length]!;
    Object.assign(progress, {
      text: `"product_id":${product_id},"slot_id":${id},"quantity":${changeIndex % 2},`,
      count: 0,
    });
    await db.query('UPDATE pickup_slots SET quantity = 7, units_left = $2 WHERE id = $1', [id, 5]);
    await wait(300);
    progress.count = 0;
    const allStreamsNotified = new Promise<void>((resolve) => Object.assign(progress, { all: resolve }));
    const listenerNotified = new Promise<number>((resolve) =>
      listener.once('notification', () => resolve(performance.now())),
    );
    const started = performance.now();
    await db.query('UPDATE pickup_slots SET units_left = $2 WHERE id = $1', [id, changeIndex % 2]);
    await Promise.race([allStreamsNotified, failAfterTimeout()]);
    durations.push({ floor: (await listenerNotified) - started, streams: performance.now() - started });
  }
  const formatMedian = (metric: 'floor' | 'streams') =>
    median(durations.map((time) => time[metric])).toFixed(0);
  const worstMs = Math.max(...durations.map(({ streams }) => streams)).toFixed(0);
  process.stdout.write(
    `${STREAM_COUNT} open streams: ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB with them, ${(after - before).toFixed(0)} MB more\n` +
      `a change is seen by all after ${formatMedian('streams')} ms (worst of ${CHANGE_COUNT}: ${worstMs} ms); ` +
      `a bare LISTEN has it after ${formatMedian('floor')} ms\n`,
  );
  for (const request of openRequests) request.destroy();
  await Promise.all([db.end(), listener.end()]);
}

/** Resolves once the stream is open. */
const openStream = (url: string, token: string, onText: (text: string) => void): Promise<ClientRequest> =>
  new Promise((resolve, reject) => {
    const request = get(url, { agent: false, headers: { authorization: `Bearer ${token}` } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`a stream answered ${response.statusCode}`));
      response.setEncoding('utf8').on('data', onText);
      response.on('error', () => {});
      resolve(request);
    });
    request.on('error', reject);
  });

const failAfterTimeout = async () => {
  await wait(10_000, undefined, { ref: false });
  throw new Error('a change was not seen by all within ten seconds');
};

/**
 * Runs the list under load for some minutes and prints the server's memory at the start, each minute and at the end.
 */
export async function benchMemory(
  { url, pid }: { url: string; pid: number },
  list: string,
  headers: Record<string, string>,
  minutes: number,
): Promise<void> {
  const startMb = await getResidentMegabytes(pid);
  process.stdout.write(`resident: ${startMb.toFixed(0)} MB at the start\n`);
  const samples: number[] = [];
  let servedCount = 0;
  for (let minute = 1; minute <= minutes; minute++) {
    const { requests, errors, non2xx } = await autocannon({
      url: url + list,
      headers,
      connections: CONNECTIONS,
      duration: 60,
    });
    servedCount += requests.total;
    const residentMb = await getResidentMegabytes(pid);
    samples.push(residentMb);
    process.stdout.write(
      `minute ${String(minute).padStart(2)}: ${residentMb.toFixed(0)} MB, ${requests.average.toFixed(0)} req/s, ${errors + non2xx} errors\n`,
    );
  }
  const endMb = samples.at(-1) ?? startMb;
  const firstHalf = samples.slice(0, Math.ceil(samples.length / 2));
  const growth = endMb - Math.max(...firstHalf);
  process.stdout.write(
    `${servedCount} lists in ${minutes} min: ${endMb.toFixed(0)} MB at the end (limit 300), highest ${(await getPeakMegabytes(pid)).toFixed(0)} MB, ` +
      `${growth > 0 ? '+' : ''}${growth.toFixed(0)} MB against the highest of the first half\n`,
  );
}
