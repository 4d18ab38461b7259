import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import {
  computeDrawKey,
  hashEntryList,
  hashSeed,
  rankEntries,
} from '../apps/api/src/modules/allocation/allocation.rules.ts';
import { sha256 } from '../apps/api/src/modules/identity/sessions/tokens.ts';
import { createSecrets } from '../apps/api/src/platform/secrets.ts';

const PEOPLE = 1000;
const SCRIPTS = 50;
const UNITS = 10;
const ROUNDS = 200;
/** Rounds against the server: one has a thousand calls, and the jobs run once a minute. */
const SERVER_ROUNDS = 4;
const SCRIPT_DELAY_MS = 10;
/** People need at least this long to see that something is on sale, and then come at any time. */
const HUMAN_DELAY_MS = 500;
const HUMAN_SPREAD_MS = 4000;
/** Whoever is offered a unit and does not pay gives way to the next. */
const PAYING_SHARE = 0.9;

/** Whoever has a lower index is a script. */
const isScript = (person: number): boolean => person < SCRIPTS;
const reactionMs = (person: number): number =>
  isScript(person) ? Math.random() * SCRIPT_DELAY_MS : HUMAN_DELAY_MS + Math.random() * HUMAN_SPREAD_MS;

/** How many of the units go to scripts when they are offered in this order. */
function countScriptUnits(order: readonly number[]): number {
  const buyers = order.filter(() => Math.random() < PAYING_SHARE).slice(0, UNITS);
  return buyers.filter(isScript).length;
}

const people = Array.from({ length: PEOPLE }, (_, person) => person);

/** Whoever presses first; a unit that comes back goes to whoever presses next. */
const firstCome = (): number[] =>
  people
    .map((person) => ({ person, at: reactionMs(person) }))
    .sort((a, b) => a.at - b.at)
    .map(({ person }) => person);

/** The ranking by the rules of the server, which is also the waitlist. */
async function draw(): Promise<number[]> {
  const entries = firstCome().map((person) => ({ person, id: randomUUID(), random: randomBytes(16) }));
  const key = computeDrawKey(randomBytes(32), hashEntryList(entries), null);
  const personById = new Map<string, number>(entries.map(({ id, person }) => [id, person]));
  return (await rankEntries(key, [...personById.keys()])).map((id) => personById.get(id)!);
}

const formatShare = (units: number, rounds: number): string =>
  `${((100 * units) / (rounds * UNITS)).toFixed(1)} %`;

/**
 * Prints the share of units that scripts get: 200 rounds by the rules, and a few against the server. Scripts are 5 % of
 * the people.
 */
export async function benchFairness(url: string, databaseUrl: string, secretKey: string): Promise<void> {
  const totals = { firstCome: 0, draw: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    totals.firstCome += countScriptUnits(firstCome());
    totals.draw += countScriptUnits(await draw());
  }
  process.stdout.write(
    `${PEOPLE} people of whom ${SCRIPTS} are scripts, ${UNITS} units, ${ROUNDS} rounds by the rules: scripts get ` +
      `${formatShare(totals.firstCome, ROUNDS)} first come, ${formatShare(totals.draw, ROUNDS)} by draw and waitlist\n`,
  );
  const db = new pg.Client(databaseUrl);
  await db.connect();
  try {
    await benchServer(url, db, secretKey);
  } finally {
    await db.end();
  }
}

async function benchServer(url: string, db: pg.Client, secretKey: string): Promise<void> {
  const tokens = await createAccounts(db);
  const slots = await pickSlots(db, 2 * SERVER_ROUNDS);
  const totals = { firstCome: 0, draw: 0 };
  for (const { product_id, price_cents, slot_id } of slots.slice(0, SERVER_ROUNDS)) {
    await act((person) =>
      post(`${url}/api/v1/payment/initiate`, tokens[person]!, {
        amount: price_cents / 100,
        currency: 'EUR',
        productId: product_id,
        slot_id,
      }),
    );
    totals.firstCome += await countScripts(db, slot_id);
    // Nobody may have more than two holds.
    await db.query("UPDATE payments SET state = 'expired', settled_at = now() WHERE slot_id = $1", [slot_id]);
  }
  const drawnSlots = slots.slice(SERVER_ROUNDS);
  for (const { slot_id, product_id } of drawnSlots) {
    const drawId = await openDraw(db, secretKey, slot_id, product_id);
    await act((person) =>
      post(`${url}/api/v1/draws/${drawId}/enter`, tokens[person]!, {
        random: randomBytes(16).toString('hex'),
      }),
    );
  }
  await db.query("UPDATE draws SET closes_at = now() WHERE state = 'open' AND slot_id = ANY ($1)", [
    drawnSlots.map(({ slot_id }) => slot_id),
  ]);
  for (const { slot_id } of drawnSlots) {
    await waitUntilOffered(db, slot_id);
    totals.draw += await countScripts(db, slot_id);
  }
  process.stdout.write(
    `the same against the server, ${SERVER_ROUNDS} rounds: scripts get ${formatShare(totals.firstCome, SERVER_ROUNDS)} ` +
      `first come, ${formatShare(totals.draw, SERVER_ROUNDS)} by draw\n`,
  );
}

/** Everybody acts once, scripts within ten milliseconds. */
const act = (call: (person: number) => Promise<void>): Promise<unknown> =>
  Promise.all(
    people.map(async (person) => {
      await wait(reactionMs(person));
      await call(person);
    }),
  );

/** Being refused is one of the results. */
async function post(url: string, token: string, body: object): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  await answer.text();
  if (answer.status >= 500) throw new Error(`${url} answers ${answer.status}`);
}

async function createAccounts(db: pg.Client): Promise<string[]> {
  const tokens = people.map(() => randomBytes(24).toString('base64url'));
  const { rows } = await db.query<{ id: number }>(
    `INSERT INTO users (name, surname, email, email_verified_at, referral_code, language, terms_accepted_at, created_at)
     SELECT 'Marta', '', 'fair' || n || '@wopack.example', now(), 'fair' || n, 'pt', now(), now()
     FROM generate_series(0, $1 - 1) AS n RETURNING id`,
    [PEOPLE],
  );
  await db.query(
    `INSERT INTO tokens (user_id, hash, device_name, lifetime_seconds, created_at, expires_at)
     SELECT user_id, hash, 'bench', 86400, now(), now() + interval '1 day'
     FROM unnest($1::int[], $2::bytea[]) AS token (user_id, hash)`,
    [rows.map(({ id }) => id), tokens.map((token) => sha256(token))],
  );
  return tokens;
}

interface BenchSlot {
  product_id: number;
  price_cents: number;
  slot_id: number;
}

/** Slots on sale that end in some hours, each with the units of a round. */
async function pickSlots(db: pg.Client, count: number): Promise<BenchSlot[]> {
  const { rows } = await db.query<BenchSlot>(
    `SELECT DISTINCT ON (product.sale_place_id) product.id AS product_id, price_cents, slot.id AS slot_id
     FROM products product JOIN LATERAL (
       SELECT * FROM pickup_slots WHERE product_id = product.id AND ends_at > now() AND NOT closed
       ORDER BY ends_at LIMIT 1) AS slot ON slot.starts_at > now() + interval '2 hours'
     WHERE product.state = 'active' AND slot.allocation = 'public' AND slot.units_left = slot.quantity
     ORDER BY product.sale_place_id, product.id LIMIT $1`,
    [count],
  );
  if (rows.length < count) throw new Error('too few products on sale for the bench');
  await db.query('UPDATE pickup_slots SET quantity = $2, units_left = $2 WHERE id = ANY ($1)', [
    rows.map(({ slot_id }) => slot_id),
    UNITS,
  ]);
  return rows;
}

async function openDraw(
  db: pg.Client,
  secretKey: string,
  slotId: number,
  productId: number,
): Promise<number> {
  const seed = randomBytes(32);
  await db.query("UPDATE pickup_slots SET allocation = 'draw' WHERE id = $1", [slotId]);
  const { rows } = await db.query<{ id: number }>(
    `INSERT INTO draws (slot_id, product_id, state, opened_at, closes_at, seed_hash, sealed_seed)
     VALUES ($1, $2, 'open', now() - interval '1 hour', now() + interval '1 hour', $3, $4) RETURNING id`,
    [slotId, productId, hashSeed(seed), createSecrets(secretKey).encrypt('draw-seed', seed.toString('hex'))],
  );
  return rows[0]!.id;
}

async function waitUntilOffered(db: pg.Client, slotId: number): Promise<void> {
  for (let seconds = 0; seconds < 180; seconds++) {
    const { rows } = await db.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM payments WHERE slot_id = $1 AND is_offer AND state = 'pending'",
      [slotId],
    );
    if (rows[0]!.count === UNITS) return;
    await wait(1000);
  }
  throw new Error('the draw was not drawn in time');
}

/** Scripts among those who have a unit of the slot on hold. */
async function countScripts(db: pg.Client, slotId: number): Promise<number> {
  const { rows } = await db.query<{ person: number }>(
    `SELECT substring(email FROM '^fair([0-9]+)@')::int AS person FROM payments JOIN users ON users.id = user_id
     WHERE slot_id = $1 AND state = 'pending'`,
    [slotId],
  );
  if (rows.length !== UNITS) throw new Error(`${rows.length} units are on hold instead of ${UNITS}`);
  return rows.filter(({ person }) => isScript(person)).length;
}
