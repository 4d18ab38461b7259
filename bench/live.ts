import { type ClientRequest, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { median } from './measure.ts';
import { megabytes } from './megabytes.ts';
import { people } from './people.ts';

const STREAMS = 1000;
/** Below what one person may open. */
const STREAMS_EACH = 18;
const CHANGES = 10;

interface Subject {
  url: string;
  pid: number;
}

/**
 * A thousand people look at the same list while packs of it are sold: what their streams cost, and when the last of
 * them sees a change, beside a connection that listens to the database itself.
 */
export async function benchLive({ url, pid }: Subject, databaseUrl: string): Promise<void> {
  const db = new pg.Client(databaseUrl);
  const floor = new pg.Client(databaseUrl);
  await Promise.all([db.connect(), floor.connect()]);
  await floor.query('LISTEN stock');
  const { rows } = await db.query<{ id: number; product_id: number }>(
    `SELECT id, product_id FROM (
       SELECT DISTINCT ON (product_id) slot.id, product_id, ends_at FROM pickup_slots AS slot
       JOIN products ON products.id = product_id
       WHERE state = 'active' AND ends_at > now() AND NOT closed ORDER BY product_id, ends_at
     ) AS on_sale WHERE ends_at > now() + interval '15 minutes' LIMIT 20`,
  );
  const tokens = await people(url, Math.ceil(STREAMS / STREAMS_EACH), 'live');
  await wait(2000);
  const before = await megabytes(pid);
  const products = rows.map((row) => row.product_id).join(',');
  const seen = { text: '', count: 0, all: () => {} };
  const open = await Promise.all(
    Array.from({ length: STREAMS }, (_, i) =>
      stream(`${url}/api/v1/live?products=${products}`, tokens[i % tokens.length]!, (text) => {
        if (seen.text && text.includes(seen.text) && ++seen.count === STREAMS) seen.all();
      }),
    ),
  );
  await wait(3000);
  const after = await megabytes(pid);

  const times: { floor: number; streams: number }[] = [];
  for (let turn = 0; turn < CHANGES; turn++) {
    const { id, product_id } = rows[turn % rows.length]!;
    Object.assign(seen, {
      text: `"product_id":${product_id},"slot_id":${id},"quantity":${turn % 2},`,
      count: 0,
    });
    await db.query('UPDATE pickup_slots SET quantity = 7, "left" = $2 WHERE id = $1', [id, 5]);
    await wait(300);
    seen.count = 0;
    const everybody = new Promise<void>((resolve) => Object.assign(seen, { all: resolve }));
    const heard = new Promise<number>((resolve) =>
      floor.once('notification', () => resolve(performance.now())),
    );
    const started = performance.now();
    await db.query('UPDATE pickup_slots SET "left" = $2 WHERE id = $1', [id, turn % 2]);
    await Promise.race([everybody, tooLate()]);
    times.push({ floor: (await heard) - started, streams: performance.now() - started });
  }
  const middle = (of: 'floor' | 'streams') => median(times.map((time) => time[of])).toFixed(0);
  const worst = Math.max(...times.map(({ streams }) => streams)).toFixed(0);
  process.stdout.write(
    `${STREAMS} open streams: ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB with them, ${(after - before).toFixed(0)} MB more\n` +
      `a change is seen by all after ${middle('streams')} ms (worst of ${CHANGES}: ${worst} ms); ` +
      `a bare LISTEN has it after ${middle('floor')} ms\n`,
  );
  for (const request of open) request.destroy();
  await Promise.all([db.end(), floor.end()]);
}

/** Resolves once the stream is open. */
const stream = (url: string, token: string, onText: (text: string) => void): Promise<ClientRequest> =>
  new Promise((resolve, reject) => {
    const request = get(url, { agent: false, headers: { authorization: `Bearer ${token}` } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`a stream answered ${response.statusCode}`));
      response.setEncoding('utf8').on('data', onText);
      response.on('error', () => {});
      resolve(request);
    });
    request.on('error', reject);
  });

const tooLate = async () => {
  await wait(10_000, undefined, { ref: false });
  throw new Error('a change was not seen by all within ten seconds');
};
