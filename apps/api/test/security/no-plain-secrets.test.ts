import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EndpointName, endpoints } from '@wopack/contract';
import { sql } from 'kysely';
import type { QueryResult } from 'pg';
import * as tar from 'tar';
import { beforeAll, expect, test, vi } from 'vitest';
import { writeBackup } from '../../src/backup/backup.ts';
import type { Mail } from '../../src/platform/mail/mail.ts';
import { PreparingClient } from '../../src/platform/performance/prepared-statements.ts';
import { secretKeyFile } from '../../src/platform/secrets.ts';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  EVENING_SCHEDULE,
  GOOD_CARD,
  startPayment,
  TEST_PASSWORD,
  type TestUser,
} from '../support/builders.ts';
import { createTestOperator } from '../support/operators.ts';
import { createFixtures, sampleRequests, setPayoutWayFor } from '../support/sample-requests.ts';
import { MINUTE, useTestApp } from '../support/test-app.ts';
import { TEST_SECRET_KEY } from '../support/test-databases.ts';
import { sendRequest } from '../support/test-request.ts';

const api = useTestApp();
/** All mails that were to be sent, whether the mail server accepted them or not. */
const mails: Mail[] = [];
let mailOutcome: 'taken' | 'later' | 'refused' = 'taken';

/** Every row of every table of every schema. */
async function readDatabaseText(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`.execute(
    api.db,
  );
  const texts = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      SELECT to_jsonb(t)::text AS row FROM ${sql.raw(name)} t`.execute(api.db);
    texts.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return texts.join('\n');
}

/** The content of all files of a backup. */
async function readBackupText(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wopack-secrets-'));
  const file = join(folder, 'backup.tar.gz');
  await writeFile(secretKeyFile(api.context.config.dataDir), TEST_SECRET_KEY);
  await writeBackup(api.databaseUrl, api.context.config.dataDir, file);
  await tar.extract({ file, cwd: folder });
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = await Promise.all(
    files
      .filter((entry) => entry.isFile() && entry.name !== 'backup.tar.gz')
      .map(async ({ parentPath, name }) => `${name}\n${await readFile(join(parentPath, name), 'utf8')}`),
  );
  await rm(folder, { recursive: true });
  return texts.join('\n');
}

const findNumbers = (text: string, list: readonly string[]) =>
  list.filter((number) => new RegExp(`(?<![\\w.])${number}(?!\\w)`).test(text));

const sendCode = (email: string) => api.client()('sendCode', { body: { email, device_name: 'telephone' } });
const listMailedCodes = (email: string) =>
  mails.filter(({ to }) => to === email).flatMap(({ text }) => /\b\d{6}\b/.exec(text) ?? []);

async function createOrder(buyer: TestUser, productId: number) {
  const { token, client_secret } = await startPayment(buyer, productId);
  await buyer.call('confirmSandboxPayment', { body: { client_secret, card: GOOD_CARD } });
  return (await buyer.call('completePayment', { body: { token } })).data.order;
}

test('codes, PINs and tokens are in no table, job, backup or log line', async () => {
  api.context.mailer = {
    send: async (mail) => {
      mails.push(mail);
      if (mailOutcome === 'taken') return;
      throw Object.assign(new Error(`${mailOutcome} ${mail.to}`), {
        ...(mailOutcome === 'refused' && { code: 'EENVELOPE', responseCode: 550, permanent: true }),
      });
    },
  };
  const tokens: string[] = [];
  const emails = ['ana@example.com', 'bia@example.com', 'rita@example.com'];
  const orders: { id: number; pin: string | null }[] = [];

  // Sign-ins by codes: sent at once, sent at the second attempt, and requested twice.
  for (const [index, email] of emails.entries()) {
    mailOutcome = index === 1 ? 'later' : 'taken';
    await sendCode(email);
    await api.jobs.runDue();
    mailOutcome = 'taken';
    api.clock.advance(2 * MINUTE);
    await api.jobs.runDue();
    if (index === 2) {
      await sendCode(email);
      await api.jobs.runDue();
    }
    const body = { email, code: listMailedCodes(email).at(-1)!, device_name: 'telephone' };
    if (index > 0) tokens.push((await api.client()('login', { body })).token);
  }

  // A new device, a changed password, an unused code.
  const buyer = await createTestUser(api, { isEmailVerified: true });
  tokens.push(buyer.token);
  const loginBody = { email: buyer.email, password: TEST_PASSWORD, device_name: 'tablet' };
  tokens.push((await api.client()('login', { body: loginBody })).token);
  await buyer.call('updatePassword', {
    body: { password: 'migalhas2', password_confirmation: 'migalhas2', current_password: TEST_PASSWORD },
  });
  await sendCode(buyer.email);
  await api.jobs.runDue();

  // Orders whose mail is sent, delayed or refused; cancellations by both sides; a reminder.
  const { seller, productId } = await createProductOnSale(api, { quantity: 7, schedule: EVENING_SCHEDULE });
  tokens.push(seller.token);
  for (mailOutcome of ['taken', 'later', 'refused'] as const) {
    orders.push(await createOrder(buyer, productId));
    await api.jobs.runDue();
  }
  mailOutcome = 'taken';
  const cancelledOrders = [await buyProduct(buyer, productId), await buyProduct(buyer, productId)];
  orders.push(...cancelledOrders);
  await api.jobs.runDue();
  await buyer.call('cancelOrder', { params: { id: cancelledOrders[0]!.id }, body: {} });
  await seller.call('cancelSellerOrder', {
    params: { id: cancelledOrders[1]!.id },
    body: { reason: 'no bread' },
  });
  await api.jobs.runDue();
  // One handed over to a friend, and one whose link is not opened.
  const handedOver = [await buyProduct(buyer, productId), await buyProduct(buyer, productId)];
  const linkKeys = [];
  for (const { id } of handedOver)
    linkKeys.push(new URL((await buyer.call('createFriendLink', { params: { id } })).url).hash.slice(1));
  const friendPin = (await api.client()('openFriendOrder', { body: { key: linkKeys[0]! } })).data.pin;
  await api.jobs.runDue();
  api.clock.set('2026-11-20T16:35:00Z');
  await api.jobs.runDue();

  const codes = [...emails, buyer.email].flatMap(listMailedCodes);
  expect(codes.length).toBeGreaterThan(4);
  const pins = orders.map(({ pin }) => pin!);
  for (const pin of pins) expect(mails.some(({ text }) => text.includes(`PIN: ${pin}`))).toBe(true);
  for (const { text } of mails) expect(text).not.toContain(friendPin);
  pins.push(friendPin!);
  const unsubscribeKeys = mails.flatMap(({ unsubscribe }) => unsubscribe?.split('/').at(-1) ?? []);
  expect(unsubscribeKeys).not.toEqual([]);
  const { rows } = await sql`SELECT FROM mail_failures WHERE mail IS NOT NULL`.execute(api.db);
  expect(rows).toHaveLength(1);

  const textsByLocation = {
    database: await readDatabaseText(),
    backup: await readBackupText(),
    log: JSON.stringify(api.logs),
  };
  for (const [location, text] of Object.entries(textsByLocation)) {
    // One may equal a year or part of a time by chance; stored codes or PINs would all be found.
    expect(findNumbers(text, codes).length, `codes in the ${location}`).toBeLessThan(2);
    expect(findNumbers(text, pins).length, `PINs in the ${location}`).toBeLessThan(2);
    for (const secret of [...tokens, ...unsubscribeKeys, ...linkKeys, TEST_SECRET_KEY])
      expect(text.includes(secret), location).toBe(false);
  }
});

/** Endpoints that may read each secret column. */
const readersByColumn: Record<string, EndpointName[]> = {
  'users.password_hash': [
    'deleteAccount',
    'endMember',
    'inviteMember',
    'login',
    'repeatInvitation',
    'setUpTotp',
    'updateEmail',
    'updateMember',
    'updatePassword',
    'updatePayoutDetails',
  ],
  'payments.client_secret': ['initiatePayment', 'listMyHolds'],
  'sandbox_intents.client_secret': ['initiatePayment', 'requestMbWay'],
  'sandbox_intents.idempotency_key': [],
  'login_codes.hash': ['sendCode', 'updateEmail', 'verifyEmail'],
  'push_subscriptions.auth': [],
  'former_legal_identities.iban': ['exportAccount', 'exportTaxCsv', 'exportTaxXml'],
  'payout_details.iban': [
    'createPayoutRun',
    'exportAccount',
    'exportTaxCsv',
    'exportTaxXml',
    'getPayoutDetails',
    'updatePayoutDetails',
  ],
};

/** Column names by table and column number, which PostgreSQL returns with each result. */
const columnNames = new Map<string, string>();
beforeAll(async () => {
  const { rows } = await sql<{ table: number; column: number; name: string }>`
    SELECT attrelid::int AS table, attnum AS column, relname || '.' || attname AS name
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relnamespace = 'public'::regnamespace AND attnum > 0`.execute(api.db);
  for (const { table, column, name } of rows) columnNames.set(`${table} ${column}`, name);
});

/** Names of the columns that a call reads, including aliases and subqueries. */
async function listColumnsRead(call: () => Promise<unknown>): Promise<Set<string>> {
  const query = vi.spyOn(PreparingClient.prototype, 'query');
  await call();
  const results = await Promise.allSettled(
    query.mock.results.map(({ value }) => value as Promise<QueryResult>),
  );
  query.mockRestore();
  return new Set(
    results
      .flatMap((result) => (result.status === 'fulfilled' ? (result.value?.fields ?? []) : []))
      .flatMap(({ tableID, columnID }) => columnNames.get(`${tableID} ${columnID}`) ?? []),
  );
}

test('only the endpoints that need a secret read it', { timeout: 300_000 }, async () => {
  const columnReaders = Object.fromEntries(
    Object.keys(readersByColumn).map((column) => [column, new Set<EndpointName>()]),
  );
  const endingEndpoints: EndpointName[] = ['logout', 'deleteAccount', 'acceptInvitation'];
  let fixtures = await createFixtures(api);
  let previousName: EndpointName | undefined;
  const answeredNames = new Set<EndpointName>();
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    // Needs users without open items, and ends their sessions; or makes them members of another business.
    if (endingEndpoints.includes(name) || endingEndpoints.includes(previousName!))
      fixtures = await createFixtures(api);
    previousName = name;
    await setPayoutWayFor(api, name);
    const callers =
      endpoints[name].auth === 'operator'
        ? [await createTestOperator(api, 'owner')]
        : [fixtures.counter, fixtures.buyer, fixtures.seller, fixtures.partner, fixtures.otherBuyer];
    for (const caller of callers) {
      const testRequest = await sampleRequests[name](fixtures, caller);
      const columnsRead = await listColumnsRead(async () => {
        const { status } = await sendRequest(api, name, { ...testRequest, token: caller.token });
        if (status === 200) answeredNames.add(name);
      });
      for (const [column, names] of Object.entries(columnReaders))
        if (columnsRead.has(column)) names.add(name);
    }
  }
  expect([...answeredNames].sort()).toEqual(Object.keys(endpoints).sort());
  expect(
    Object.fromEntries(Object.entries(columnReaders).map(([column, names]) => [column, [...names].sort()])),
  ).toEqual(readersByColumn);
});
