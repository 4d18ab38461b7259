import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createGate,
  ServerProcess,
  startClockAt,
  startDatabaseTimeAt,
  waitUntil,
} from '../servers/server-process.ts';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  setUpPayouts,
  type TestUser,
} from '../support/builders.ts';
import { expectConsistentData } from '../support/consistency.ts';
import { useTestApp } from '../support/test-app.ts';

/**
 * A server process runs the jobs of the 5th of a month and is killed at a chosen step; another one is started on the
 * same database. Every month has the same sales, so every month must end with the same amounts as the one without a
 * kill.
 */
const api = useTestApp();
let dataDir = '';
let server: ServerProcess | null = null;
let gate: Awaited<ReturnType<typeof createGate>>;
let buyer: TestUser;
let productIds: number[];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wopack-killed-'));
  gate = await createGate(api.ownerDb, api.ownerUrl);
  const partner = await createTestUser(api, { isPartner: true, isEmailVerified: true });
  const firstSeller = await createTestUser(api, { isSeller: true, referredBy: partner });
  const secondSeller = await createTestUser(api, { isSeller: true, referredBy: partner });
  for (const user of [partner, firstSeller, secondSeller]) await setUpPayouts(api, user);
  buyer = await createTestUser(api, { referredBy: partner });
  productIds = [];
  for (const seller of [firstSeller, secondSeller])
    productIds.push((await createProductOnSale(api, { seller, quantity: 7 })).productId);
  await api.db
    .updateTable('tokens')
    .set({ created_at: new Date('9999-01-01'), expires_at: new Date('9999-01-01') })
    .execute();
}, 300_000);

afterAll(async () => {
  await server?.waitForExit('SIGKILL');
  await gate.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Creates five orders in the month of a date. */
async function sellInMonth(month: string): Promise<void> {
  api.clock.set(`${month}-10T10:00:00Z`);
  await api.jobs.runScheduled('products.generate-slots');
  for (const id of [0, 0, 0, 1, 1]) await buyProduct(buyer, productIds[id]!);
}

/** Starts a server whose clock shows the morning of a date. */
const startServerAt = async (iso: string) => {
  await startDatabaseTimeAt(api.ownerDb, Date.parse(iso));
  return ServerProcess.start(dataDir, {
    DATABASE_URL: api.databaseUrl,
    ENABLE_SANDBOX: '1',
    ...startClockAt(Date.parse(iso)),
    OPERATOR_IBAN: 'PT50003300004555698867005',
    PAYOUT_MINIMUM: '1',
  });
};

/** Waits until the jobs of the startup are done. */
async function waitUntilSettled(since: Date): Promise<void> {
  await waitUntil(async () => {
    const { rows } =
      await sql`select from pgboss.job where name = 'ledger.settle-months' and state = 'completed'
      and started_on >= ${since}`.execute(api.db);
    return rows.length > 0;
  });
}

const getDatabaseTime = async (): Promise<Date> =>
  (await sql<{ now: Date }>`select now()`.execute(api.db)).rows[0]!.now;

/** The records of a month, without ids and dates, which differ from month to month. */
async function getMonthResult(month: string, payoutDate: string) {
  const { rows: credits } = await sql`select hundredths, amount_cents from affiliate_credits
    where month = ${`${month}-01`}`.execute(api.db);
  const { rows: statements } = await sql<{ id: number }>`select user_id, role, commission_cents, vat_cents,
      closing_cents, (select count(*)::int from statement_entries where statement_id = statements.id) > 0 as lines
    from statements where month = ${`${month}-01`} order by user_id, role`.execute(api.db);
  const { rows: payouts } = await sql`select user_id, role, amount_cents, iban, state from payouts
    join payout_runs run on run.id = run_id where run.month = ${`${payoutDate.slice(0, 7)}-01`}
    order by user_id, role`.execute(api.db);
  const { rows: runs } = await sql<{ file: string }>`select file from payout_runs
    where month = ${`${payoutDate.slice(0, 7)}-01`}`.execute(api.db);
  const file = runs[0]?.file
    .replace(/WOPACK-P?\d+/g, 'WOPACK')
    .replace(/WP-\d{4}-\d{5}/g, 'WP')
    .replace(/<CreDtTm>[^<]*|<ReqdExctnDt>(<Dt>)?[^<]*/g, '');
  return { credits, statements, payouts, file, runs: runs.length };
}

async function expectGaplessAndConsistent(): Promise<void> {
  const { rows: gaps } = await sql`select from statements group by issuer, year
    having count(*) <> max(number)`.execute(api.db);
  expect(gaps).toEqual([]);
  await expectConsistentData(api.db);
}

let expectedResult: Awaited<ReturnType<typeof getMonthResult>>;

test('a month without a kill', { timeout: 300_000 }, async () => {
  await sellInMonth('2026-11');
  const since = await getDatabaseTime();
  server = await startServerAt('2026-12-05T09:00:00Z');
  await waitUntilSettled(since);
  await server.waitForExit('SIGKILL');
  expectedResult = await getMonthResult('2026-11', '2026-12-05');
  expect(expectedResult.payouts).toHaveLength(3);
  expect(expectedResult.credits).toEqual([{ hundredths: 19350, amount_cents: 194 }]);
  await expectGaplessAndConsistent();
});

const kills = [
  ['between the lines of a statement', 'after insert on statement_entries', 2],
  ['while a payout run is being committed', 'after insert on payouts deferred', 3],
  ['before a credit is written', 'before insert on affiliate_credits', 1],
  ['while a credit is being committed', 'after insert on affiliate_credits deferred', 1],
  ['at the second of three payouts', 'before insert on payouts', 2],
  ['when all is booked and the file is not there', 'before update on payout_runs', 1],
] as const;
const NUM_KILLS = process.env.TEST_LONG ? kills.length : 1;

let month = Temporal.PlainYearMonth.from('2026-11');

test.each(kills.slice(0, NUM_KILLS))(
  'killed %s',
  { timeout: 300_000 },
  async (_when, triggerPoint, passNumber) => {
    month = month.add({ months: 1 });
    await sellInMonth(month.toString());
    const payoutDate = month.add({ months: 1 }).toPlainDate({ day: 5 }).toString();
    await gate.killAt(triggerPoint, passNumber, () => startServerAt(`${payoutDate}T09:00:00Z`));
    await expectConsistentData(api.db);
    const partialResult = await getMonthResult(month.toString(), payoutDate);
    expect(partialResult.runs, 'a run is there wholly or not at all').toBe(
      partialResult.payouts.length === 0 ? 0 : 1,
    );

    const since = await getDatabaseTime();
    server = await startServerAt(`${payoutDate}T10:00:00Z`);
    await waitUntilSettled(since);
    await server.waitForExit('SIGKILL');
    expect(await getMonthResult(month.toString(), payoutDate)).toEqual(expectedResult);
    await expectGaplessAndConsistent();
  },
);
