import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { restoreBackup, writeBackup } from '../../src/backup/backup.ts';
import { type Db, openDatabase } from '../../src/platform/db/database.ts';
import { createStripeHarness } from '../payment-providers/provider-harness.ts';
import { MailServer } from '../servers/notification-receivers.ts';
import { ServerProcess, startClockAt, startDatabaseTimeAt, waitUntil } from '../servers/server-process.ts';
import {
  createProductOnSale,
  createTestUser,
  setUpPayouts,
  startPayment,
  type TestUser,
} from '../support/builders.ts';
import { expectConsistentData } from '../support/consistency.ts';
import { createTestOperator } from '../support/operators.ts';
import { useTestApp } from '../support/test-app.ts';
import { createEmptyDatabase, TEST_SECRET_KEY } from '../support/test-databases.ts';

/**
 * A backup is made; WoPack goes on selling, refunding, issuing statements and paying out; then the backup is restored. A
 * server process on the restored database has a card provider and a mail server that count what they get.
 */
const stripe = createStripeHarness();
const api = useTestApp(stripe.options);
const mailServer = new MailServer();
const MORNING_OF_PAYOUTS = '2026-12-05T09:00:00Z';

let folder: string;
let restored: Awaited<ReturnType<typeof createEmptyDatabase>>;
let db: Db;
let server: ServerProcess;
let env: NodeJS.ProcessEnv;
let seller: TestUser;
/** On sale on the restored server. */
let newProductId: number;
let productId: number;
/** What was issued after the backup. */
let lost: { order: number; payment: number; payout: number; run: number; statement: number };

async function buy(buyer: TestUser) {
  const { token, client_secret } = await startPayment(buyer, productId);
  await stripe.confirm(client_secret);
  return (await buyer.call('completePayment', { body: { token } })).data.order;
}

const getLast = async () => {
  const { rows } = await sql<typeof lost>`select (select max(id) from orders) as order,
    (select max(id) from payments) as payment, (select max(id) from payouts) as payout,
    (select max(id) from payout_runs) as run, (select max(number) from statements) as statement`.execute(
    api.db,
  );
  return rows[0]!;
};

beforeAll(async () => {
  stripe.attach(api);
  folder = await mkdtemp(join(tmpdir(), 'wopack-restored-'));
  await mailServer.open();
  restored = await createEmptyDatabase(inject('serverUrl'));
  Object.assign(api.context.config.operator, { iban: 'PT50003300004555698867005', minPayoutCents: 100 });

  api.clock.set('2026-11-20T10:00:00Z');
  ({ seller, productId } = await createProductOnSale(api, { quantity: 7 }));
  await setUpPayouts(api, seller);
  await api.jobs.runDue();
  for (let i = 0; i < 3; i++) await buy(await createTestUser(api));
  const canceller = await createTestUser(api);
  const cancelled = await buy(canceller);
  await canceller.call('cancelOrder', { params: { id: cancelled.id }, body: {} });
  // An unpaid hold, which is cancelled at the provider when it runs out.
  await startPayment(await createTestUser(api), productId);
  await writeBackup(api.ownerUrl, api.context.config.dataDir, join(folder, 'wopack.tar.gz'));

  await buy(await createTestUser(api));
  await api.jobs.runDue();
  api.clock.set(MORNING_OF_PAYOUTS);
  await api.jobs.runScheduled('orders.mark-not-collected');
  await api.jobs.runScheduled('ledger.settle-months');
  lost = await getLast();
  expect(lost).toMatchObject({ payout: 1, run: 1, statement: 1 });
  expect(stripe.server.receivedRequests.filter((request) => request === 'POST /v1/refunds')).toHaveLength(1);

  await restoreBackup(restored.ownerUrl, join(folder, 'data'), join(folder, 'wopack.tar.gz'));
  const ownerDb = openDatabase(restored.ownerUrl, 1);
  await startDatabaseTimeAt(ownerDb, Date.parse(MORNING_OF_PAYOUTS));
  await ownerDb.destroy();
  env = {
    DATABASE_URL: restored.url,
    DATABASE_OWNER_URL: restored.ownerUrl,
    STRIPE_SECRET_KEY: api.context.config.stripe!.secretKey,
    STRIPE_PUBLISHABLE_KEY: api.context.config.stripe!.publishableKey,
    STRIPE_WEBHOOK_SECRET: api.context.config.stripe!.webhookSecret,
    STRIPE_API_URL: stripe.server.url,
    SMTP_URL: mailServer.url,
    OPERATOR_IBAN: 'PT50003300004555698867005',
    PAYOUT_MINIMUM: '1',
    LOG_LEVEL: 'info',
    ...startClockAt(Date.parse(MORNING_OF_PAYOUTS)),
  };
  stripe.server.receivedRequests.length = 0;
  server = await ServerProcess.start(join(folder, 'data'), env);
  expect(server.url, server.output).toMatch(/^http/);
  db = openDatabase(restored.url, 2);
}, 300_000);

afterAll(async () => {
  await server?.waitForExit('SIGTERM');
  await db?.destroy();
  await restored?.drop();
  await mailServer.close();
  await stripe.close();
  await rm(folder, { recursive: true, force: true });
});

async function runOperator(...args: string[]): Promise<string> {
  const script = join(import.meta.dirname, '../../src/operator/command.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], {
    env: { ...process.env, SECRET_KEY: TEST_SECRET_KEY, DATA_DIR: join(folder, 'data'), ...env },
  });
  return stdout;
}

const countStartedJobs = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pgboss.job
    where started_on is not null`.execute(db);
  return rows[0]!.count;
};

test('the state is shown at /ready, in the log and at start', async () => {
  const answer = await fetch(`${server.url}/ready`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ status: 'ready', quiet_since: expect.stringMatching(/^20\d\d-/) });
  expect(server.output).toMatch(/WARN: quiet: the database was taken back/);
  expect(server.output).toMatch(/QUIET: [\s\S]*recovery confirm/);
});

test('people read and use what they have; nothing is asked of the provider, nothing is sent', async () => {
  const before = await sql<{ count: number }>`select count(*)::int as count from pgboss.job`.execute(db);
  const { token } = await server.client()('register', {
    body: {
      name: 'Eva',
      email: 'eva@example.com',
      password: 'sobras1',
      device_name: 'test',
      check_terms: true,
    },
  });
  const eva = server.client(token);
  expect((await eva('getMe')).data.id).toBeGreaterThan(10_000);
  const clock = { now: () => new Date(Date.parse(MORNING_OF_PAYOUTS)) };
  const restoredServer = {
    db,
    clock,
    context: api.context,
    client: (token?: string | null) => server.client(token),
  };
  const { productId: id } = await createProductOnSale(restoredServer, { quantity: 3 });
  newProductId = id;
  await eva('sendCode', { body: { email: 'eva@example.com', device_name: 'test' } });
  await expect(
    eva('initiatePayment', { body: { amount: '3.99', currency: 'EUR', productId: newProductId } }),
  ).rejects.toMatchObject({ code: 9 });
  // Payouts by hand wait, too.
  const operator = await createTestOperator(restoredServer, 'finance');
  await expect(operator.call('createPayoutRun', { body: { reason: 'By hand.' } })).rejects.toThrow(
    /recovery show/,
  );
  const after = await sql<{ count: number }>`select count(*)::int as count from pgboss.job`.execute(db);
  expect(after.rows[0]!.count).toBeGreaterThan(before.rows[0]!.count);
});

test('what is due is listed, the time between first', { timeout: 300_000 }, async () => {
  const output = await runOperator('recovery', 'show');
  expect(output).toMatch(/^Recovered at 20\S+ with the data of 20/);
  expect(output).toMatch(/^orders\.announce-order +4 +0 /m);
  expect(output).toMatch(/^payments\.send-refund +1 /m);
  expect(output).toMatch(/^ {2}payments\.send-refund {2}\S+ {2}\{"refundId":\d+\}$/m);
  expect(output).toMatch(/^Refunds to send: 1, 3\.99 EUR\.$/m);
  expect(output).toMatch(/^Payments to ask the provider about, and to cancel if they are unpaid: 1\.$/m);
  const firstTimes = [...output.matchAll(/^[\w.-]+ +\d+ +\d+ +(\S+)$/gm)].map(([, time]) => time!);
  expect(firstTimes.length).toBeGreaterThan(3);
  expect(firstTimes).toEqual(firstTimes.toSorted());
  // All of that took seconds, in which a server that is not quiet starts dozens of jobs.
  expect(await countStartedJobs()).toBe(0);
  expect(stripe.server.receivedRequests.filter((request) => !request.startsWith('GET '))).toEqual([]);
  expect(mailServer.mails).toEqual([]);
});

test('once it is confirmed, everything goes out once, and no number twice', {
  timeout: 300_000,
}, async () => {
  expect(await runOperator('recovery', 'confirm')).toMatch(/Confirmed/);
  await waitUntil(
    async () => !('quiet_since' in ((await (await fetch(`${server.url}/ready`)).json()) as object)),
  );
  await waitUntil(async () => {
    const { rows } = await sql`select from payouts`.execute(db);
    return rows.length > 0;
  });
  await waitUntil(async () => {
    const { rows } = await sql`select from pgboss.job where name not like '\\_\\_%'
      and state in ('created', 'retry', 'active') and start_after < now()`.execute(db);
    return rows.length === 0;
  });
  const requests = stripe.server.receivedRequests;
  // The refund was made before the restore: the provider says so, and it is not made again.
  expect(requests.filter((request) => request === 'POST /v1/refunds')).toEqual([]);
  // Of one intent: two jobs may end a hold at once, and the provider cancels it once.
  expect(new Set(requests.filter((request) => /^POST .*\/cancel$/.test(request))).size).toBe(1);
  const { rows: refunds } = await sql`select state from refunds`.execute(db);
  expect(refunds).toEqual([{ state: 'sent' }]);
  const subjects = mailServer.mails.map(({ to, subject }) => `${to?.[0]?.address} ${subject}`);
  expect(subjects.length).toBeGreaterThan(4);
  expect(subjects.toSorted()).toEqual([...new Set(subjects)].toSorted());

  const { rows } = await sql<{ payout: number; run: number; statement: number; file: string }>`
    select payouts.id as payout, run_id as run, number as statement, file
    from payouts join payout_runs on payout_runs.id = run_id join statements on statements.id = statement_id`.execute(
    db,
  );
  expect(rows).toHaveLength(1);
  const { payout, run, statement, file } = rows[0]!;
  for (const number of [payout, run, statement]) expect(number).toBeGreaterThan(10_000);
  expect(file).toContain(`WOPACK-P${payout}`);

  const { token } = await server.client()('login', {
    body: { email: 'eva@example.com', password: 'sobras1', device_name: 'test' },
  });
  const payment = await server.client(token)('initiatePayment', {
    body: { amount: '3.99', currency: 'EUR', productId: newProductId },
  });
  await stripe.confirm(payment.client_secret);
  const { data } = await server.client(token)('completePayment', { body: { token: payment.token } });
  expect(data.order.id).toBeGreaterThan(lost.order + 9_000);
  await expectConsistentData(db);
});

test('a recovery by PostgreSQL itself is declared by a command', { timeout: 300_000 }, async () => {
  const { rows } = await sql<{ last: string }>`select last_value::text as last from orders_id_seq`.execute(
    db,
  );
  await expect(runOperator('recovery', 'declare', 'tomorrow')).rejects.toThrow(/not a time in the past/);
  expect(await runOperator('recovery', 'declare', '2026-12-05T08:00:00Z')).toMatch(/Declared/);
  await waitUntil(
    async () => 'quiet_since' in ((await (await fetch(`${server.url}/ready`)).json()) as object),
  );
  const { rows: moved } = await sql<{
    last: string;
  }>`select last_value::text as last from orders_id_seq`.execute(db);
  expect(Number(moved[0]!.last)).toBeGreaterThanOrEqual(Number(rows[0]!.last) + 10_000);
  // Jobs of queues that the operator names are forgotten.
  await server.client()('sendCode', { body: { email: 'eva@example.com', device_name: 'test' } });
  expect(await runOperator('recovery', 'confirm', '--discard', 'notifications.send-mail')).toMatch(
    /^Discarded: [1-9]\d* jobs\./,
  );
  expect(await runOperator('check')).toMatch(/The audit log is as it was written: [1-9]/);
});
