import { type EndpointName, endpoints } from '@wopack/contract';
import { sql } from 'kysely';
import type { QueryResult } from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import { PreparingClient } from '../../src/platform/db/prepared-statements.ts';
import { createFixtures, sampleRequests } from '../support/fixtures.ts';
import { useTestApp } from '../support/test-app.ts';
import { sendRequest } from '../support/test-request.ts';

const api = useTestApp();

/** Which calls read what must not leave the server, or may only reach whom it belongs to. */
const readersByColumn: Record<string, EndpointName[]> = {
  'users.password_hash': ['deleteAccount', 'login', 'updatePassword', 'updatePayoutDetails'],
  'payments.client_secret': ['initiatePayment', 'listMyHolds'],
  'sandbox_intents.client_secret': ['initiatePayment'],
  'sandbox_intents.idempotency_key': [],
  'login_codes.hash': ['verifyEmail'],
  'push_subscriptions.auth': [],
  'payout_details.iban': ['exportAccount', 'getPayoutDetails', 'updatePayoutDetails'],
};

/** Columns by the numbers that PostgreSQL answers of each field of a result. */
const columnNames = new Map<string, string>();
beforeAll(async () => {
  const { rows } = await sql<{ table: number; column: number; name: string }>`
    SELECT attrelid::int AS table, attnum AS column, relname || '.' || attname AS name
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relnamespace = 'public'::regnamespace AND attnum > 0`.execute(api.db);
  for (const { table, column, name } of rows) columnNames.set(`${table} ${column}`, name);
});

/** Names of the columns that a call reads, under whatever name and through whatever subquery. */
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

test('a secret is read by the calls that need it, and by no other', { timeout: 120_000 }, async () => {
  const actualReaders = Object.fromEntries(
    Object.keys(readersByColumn).map((column) => [column, new Set<EndpointName>()]),
  );
  const endingEndpoints: EndpointName[] = ['logout', 'deleteAccount'];
  let fixtures = await createFixtures(api);
  let previousName: EndpointName | undefined;
  const answeredNames = new Set<EndpointName>();
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    // Refused while anything is open; and afterwards nobody is signed in.
    if (endingEndpoints.includes(name) || endingEndpoints.includes(previousName!))
      fixtures = await createFixtures(api);
    previousName = name;
    for (const callerName of ['buyer', 'seller', 'partner', 'otherBuyer'] as const) {
      const { token } = fixtures[callerName];
      const testRequest = await sampleRequests[name](fixtures, fixtures[callerName]);
      const columnsRead = await listColumnsRead(async () => {
        const { status } = await sendRequest(api, name, { ...testRequest, token });
        if (status === 200) answeredNames.add(name);
      });
      for (const [column, names] of Object.entries(actualReaders))
        if (columnsRead.has(column)) names.add(name);
    }
  }
  expect([...answeredNames].sort()).toEqual(Object.keys(endpoints).sort());
  expect(
    Object.fromEntries(Object.entries(actualReaders).map(([column, names]) => [column, [...names].sort()])),
  ).toEqual(readersByColumn);
});
