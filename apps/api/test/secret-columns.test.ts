import { type EndpointName, endpoints } from '@wopack/contract';
import { sql } from 'kysely';
import type { QueryResult } from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import { PreparingClient } from '../src/platform/db/prepared-statements.ts';
import { makeScene, samples } from './scene.ts';
import { send } from './send.ts';
import { useTestApp } from './test-app.ts';

const api = useTestApp();

/** Which calls read what must not leave the server, or may only reach whom it belongs to. */
const readers: Record<string, EndpointName[]> = {
  'users.password_hash': ['deleteAccount', 'login', 'updatePassword', 'updatePayoutDetails'],
  'payments.client_secret': ['initiatePayment', 'listMyHolds'],
  'sandbox_intents.client_secret': ['initiatePayment'],
  'sandbox_intents.idempotency_key': [],
  'login_codes.hash': ['verifyEmail'],
  'push_subscriptions.auth': [],
  'payout_details.iban': ['exportAccount', 'updatePayoutDetails', 'getPayoutDetails'],
};

/** Columns by the numbers that PostgreSQL answers of each field of a result. */
const columns = new Map<string, string>();
beforeAll(async () => {
  const { rows } = await sql<{ table: number; column: number; name: string }>`
    SELECT attrelid::int AS table, attnum AS column, relname || '.' || attname AS name
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relnamespace = 'public'::regnamespace AND attnum > 0`.execute(api.db);
  for (const { table, column, name } of rows) columns.set(`${table} ${column}`, name);
});

/** Names of the columns that a call reads, under whatever name and through whatever subquery. */
async function columnsReadBy(call: () => Promise<unknown>): Promise<Set<string>> {
  const query = vi.spyOn(PreparingClient.prototype, 'query');
  await call();
  const results = await Promise.allSettled(
    query.mock.results.map(({ value }) => value as Promise<QueryResult>),
  );
  query.mockRestore();
  return new Set(
    results
      .flatMap((result) => (result.status === 'fulfilled' ? (result.value?.fields ?? []) : []))
      .flatMap(({ tableID, columnID }) => columns.get(`${tableID} ${columnID}`) ?? []),
  );
}

test('a secret is read by the calls that need it, and by no other', { timeout: 120_000 }, async () => {
  const found = Object.fromEntries(Object.keys(readers).map((column) => [column, new Set<EndpointName>()]));
  const ending: EndpointName[] = ['logout', 'deleteAccount'];
  let scene = await makeScene(api);
  let before: EndpointName | undefined;
  const answered = new Set<EndpointName>();
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    // Refused while anything is open; and afterwards nobody is signed in.
    if (ending.includes(name) || ending.includes(before!)) scene = await makeScene(api);
    before = name;
    for (const who of ['client', 'owner', 'partner', 'otherClient'] as const) {
      const { token } = scene[who];
      const sending = await samples[name](scene, scene[who]);
      const read = await columnsReadBy(async () => {
        const { status } = await send(api, name, { ...sending, token });
        if (status === 200) answered.add(name);
      });
      for (const [column, names] of Object.entries(found)) if (read.has(column)) names.add(name);
    }
  }
  expect([...answered].sort()).toEqual(Object.keys(endpoints).sort());
  expect(
    Object.fromEntries(Object.entries(found).map(([column, names]) => [column, [...names].sort()])),
  ).toEqual(readers);
});
