import { type ClientRequest, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { registerUsers } from './purchase.ts';
import { getResidentMegabytes, median } from './servers.ts';

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
    await db.query('UPDATE pickup_slots SET quantity = 7, "left" = $2 WHERE id = $1', [id, 5]);
    await wait(300);
    progress.count = 0;
    const allStreamsNotified = new Promise<void>((resolve) => Object.assign(progress, { all: resolve }));
    const listenerNotified = new Promise<number>((resolve) =>
      listener.once('notification', () => resolve(performance.now())),
    );
    const started = performance.now();
    await db.query('UPDATE pickup_slots SET "left" = $2 WHERE id = $1', [id, changeIndex % 2]);
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
