import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, vi } from 'vitest';
import type { createPaymentProvider } from '../../src/modules/payments/index.ts';
import { recordLocks, takeInversions } from './lock-order.ts';
import { startTestApp, type TestApp } from './start-test-app.ts';
import { createTestDatabase, type TestDatabase } from './test-databases.ts';

export { FRIDAY_NOON, type TestApp } from './start-test-app.ts';

export const MINUTE = 60_000;

/**
 * Starts one app for the test file that calls it. With `proxyDatabase` the app, but not its jobs, connects through a
 * proxy.
 */
export function useTestApp({
  proxyDatabase = async (url: string) => url,
  database = () => createTestDatabase(inject('serverUrl')),
  env = async () => ({}),
  createProvider,
}: {
  proxyDatabase?: (databaseUrl: string) => Promise<string>;
  /** By default a new database on the shared PostgreSQL. */
  database?: () => Promise<TestDatabase>;
  /** Further environment variables. */
  env?: () => Promise<NodeJS.ProcessEnv>;
  createProvider?: typeof createPaymentProvider;
} = {}): TestApp {
  const testApp = {} as TestApp;
  let close = async () => {};
  recordLocks();
  beforeAll(async () => {
    takeInversions();
    const testDatabase = await database();
    const startedApp = await startTestApp({
      database: testDatabase,
      appDatabaseUrl: await proxyDatabase(testDatabase.url),
      env: await env(),
      createProvider,
    });
    Object.assign(testApp, startedApp);
    close = startedApp.close;
  });
  afterAll(async () => {
    await close();
    expect(takeInversions(), 'locks against the order of docs/locking.md').toEqual([]);
  });
  return testApp;
}

/** Locks a row in a separate transaction; returns a function that releases it. */
export async function lockRow(
  { db }: TestApp,
  table: 'users' | 'payments' | 'pickup_slots' | 'products',
  id: number,
) {
  const lockedSignal = Promise.withResolvers<void>();
  const releasedSignal = Promise.withResolvers<void>();
  const transaction = db.transaction().execute(async (trx) => {
    await trx.selectFrom(table).select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow();
    lockedSignal.resolve();
    await releasedSignal.promise;
  });
  await Promise.race([lockedSignal.promise, transaction]);
  return async () => {
    releasedSignal.resolve();
    await transaction;
  };
}

/** Waits until this number of transactions wait for a lock, or one of the calls has settled. */
export async function waitUntilBlocked({ db }: TestApp, count: number, ...calls: Promise<unknown>[]) {
  let hasFinished = false;
  for (const call of calls)
    call.then(
      () => (hasFinished = true),
      () => (hasFinished = true),
    );
  const blockedQuery = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await vi.waitFor(async () => {
    if (!hasFinished) expect((await blockedQuery.execute(db)).rows[0]!.count).toBe(count);
  }, 60_000);
}
