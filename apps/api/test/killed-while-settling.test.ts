import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectBooksAgree } from './books-agree.ts';
import { buy, type Person, person, shop } from './builders.ts';
import { ready } from './money.ts';
import { eventually, ServerProcess } from './server-process.ts';
import { useTestApp } from './test-app.ts';

/**
 * A server of its own does what the 5th of a month brings, and is killed at a chosen step of it; another one is started
 * on the same database. Every month brings the same sales, so that every month has to end with the same money, as the
 * one in which nobody was killed.
 */
const api = useTestApp();
const LOCK = 20261205;
let dataDir = '';
let server: ServerProcess | null = null;
let gate: pg.Client;
let buyer: Person;
let productIds: number[];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wopack-killed-'));
  gate = new pg.Client(api.url);
  await gate.connect();
  const paula = await person(api, { is_partner: true, verified: true });
  const rui = await person(api, { is_owner: true, broughtBy: paula });
  const olga = await person(api, { is_owner: true, broughtBy: paula });
  for (const one of [paula, rui, olga]) await ready(api, one);
  buyer = await person(api, { broughtBy: paula });
  productIds = [];
  for (const seller of [rui, olga]) productIds.push((await shop(api, { seller, quantity: 7 })).productId);
  await api.db
    .updateTable('tokens')
    .set({ expires_at: new Date('9999-01-01') })
    .execute();
  await sql`create sequence passes`.execute(api.db);
  await sql`create function wait_at_the_gate() returns trigger language plpgsql as $$ begin
      if nextval('passes') = tg_argv[0]::int then perform pg_advisory_xact_lock(${sql.lit(LOCK)}); end if;
      return new;
    end $$`.execute(api.db);
}, 60_000);

afterAll(async () => {
  await server?.end('SIGKILL');
  await gate.end();
  await rm(dataDir, { recursive: true, force: true });
});

/** Five packs sold in the month of a day. */
async function sellIn(month: string): Promise<void> {
  api.clock.set(`${month}-10T10:00:00Z`);
  await api.jobs.tick('packs.keep-slots');
  for (const id of [0, 0, 0, 1, 1]) await buy(buyer, productIds[id]!);
}

/** A server that believes it is the morning of a day. */
const startAt = (iso: string) =>
  ServerProcess.start(dataDir, {
    DATABASE_URL: api.url,
    ENABLE_SANDBOX: '1',
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'shifted-clock.ts')}`,
    CLOCK_SHIFT_MS: String(new Date(iso).getTime() - Date.now()),
    OPERATOR_IBAN: 'PT50003300004555698867005',
    PAYOUT_MINIMUM: '1',
  });

/** Until what the server began at its start is done. */
async function settled(since: Date): Promise<void> {
  await eventually(async () => {
    const { rows } = await sql`select from pgboss.job where name = 'ledger.settle' and state = 'completed'
      and started_on >= ${since}`.execute(api.db);
    return rows.length > 0;
  });
}

const databaseNow = async (): Promise<Date> =>
  (await sql<{ now: Date }>`select now()`.execute(api.db)).rows[0]!.now;

/** All that a month left behind, without numbers and days that go on from month to month. */
async function resultOf(month: string, payDay: string) {
  const { rows: credits } = await sql`select hundredths, amount_cents from affiliate_credits
    where month = ${`${month}-01`}`.execute(api.db);
  const { rows: statements } = await sql<{ id: number }>`select user_id, role, commission_cents, vat_cents,
      closing_cents, (select count(*)::int from statement_entries where statement_id = statements.id) > 0 as lines
    from statements where month = ${`${month}-01`} order by user_id, role`.execute(api.db);
  const { rows: payouts } = await sql`select user_id, role, amount_cents, iban, state from payouts
    join payout_runs run on run.id = run_id where run.month = ${`${payDay.slice(0, 7)}-01`}
    order by user_id, role`.execute(api.db);
  const { rows: runs } = await sql<{ file: string }>`select file from payout_runs
    where month = ${`${payDay.slice(0, 7)}-01`}`.execute(api.db);
  const file = runs[0]?.file
    .replace(/WOPACK-P?\d+/g, 'WOPACK')
    .replace(/WP-\d{4}-\d{5}/g, 'WP')
    .replace(/<CreDtTm>[^<]*|<ReqdExctnDt>[^<]*/g, '');
  return { credits, statements, payouts, file, runs: runs.length };
}

async function expectWhole(): Promise<void> {
  const { rows: gaps } = await sql`select from statements group by issuer, year
    having count(*) <> max(number)`.execute(api.db);
  expect(gaps).toEqual([]);
  await expectBooksAgree(api.db);
}

let undisturbed: Awaited<ReturnType<typeof resultOf>>;

test('a month in which nobody is killed', { timeout: 120_000 }, async () => {
  await sellIn('2026-11');
  const since = await databaseNow();
  server = await startAt('2026-12-05T09:00:00Z');
  await settled(since);
  await server.end('SIGKILL');
  undisturbed = await resultOf('2026-11', '2026-12-05');
  expect(undisturbed.payouts).toHaveLength(3);
  expect(undisturbed.credits).toEqual([{ hundredths: '19350', amount_cents: 194 }]);
  await expectWhole();
});

test.each([
  ['2026-12', 'before a credit is written', 'before insert on affiliate_credits', 1],
  ['2027-01', 'while a credit is being committed', 'after insert on affiliate_credits deferred', 1],
  ['2027-02', 'between the lines of a statement', 'after insert on statement_entries', 2],
  ['2027-03', 'at the second of three payouts', 'before insert on payouts', 2],
  ['2027-04', 'when all is booked and the file is not there', 'before update on payout_runs', 1],
  ['2027-05', 'while a payout run is being committed', 'after insert on payouts deferred', 3],
] as const)('%s: killed %s', { timeout: 180_000 }, async (month, _when, point, pass) => {
  await sellIn(month);
  const payDay = Temporal.PlainYearMonth.from(month).add({ months: 1 }).toPlainDate({ day: 5 }).toString();
  const [event, deferred] = point.split(' deferred');
  await sql`select setval('passes', 1, false)`.execute(api.db);
  await sql
    .raw(
      deferred === undefined
        ? `create trigger gate ${event} for each row execute function wait_at_the_gate(${pass})`
        : `create constraint trigger gate ${event} deferrable initially deferred
            for each row execute function wait_at_the_gate(${pass})`,
    )
    .execute(api.db);
  await gate.query('select pg_advisory_lock($1)', [LOCK]);

  server = await startAt(`${payDay}T09:00:00Z`);
  const waiting = await eventually(async () => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_locks
      where locktype = 'advisory' and objid = ${LOCK} and not granted`.execute(api.db);
    return rows[0]?.pid ?? null;
  });
  await server.end('SIGKILL');
  await gate.query('select pg_advisory_unlock($1)', [LOCK]);
  // Its connection learns of it at its next word: what was not committed falls away.
  await eventually(async () => {
    const { rows } = await sql`select from pg_stat_activity where pid = ${waiting}`.execute(api.db);
    return rows.length === 0;
  });
  await sql.raw(`drop trigger gate on ${event!.split(' on ')[1]}`).execute(api.db);
  await expectBooksAgree(api.db);
  const half = await resultOf(month, payDay);
  expect(half.runs, 'a run is there wholly or not at all').toBe(half.payouts.length === 0 ? 0 : 1);

  const since = await databaseNow();
  server = await startAt(`${payDay}T10:00:00Z`);
  await settled(since);
  await server.end('SIGKILL');
  expect(await resultOf(month, payDay)).toEqual(undisturbed);
  await expectWhole();
});
