import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { TestApp } from './test-app.ts';

/** Locks a row in a transaction of its own, as a change of it does; answers how to let go. */
export async function lockRow({ db }: TestApp, table: 'users' | 'pickup_slots', id: number) {
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

/** Until so many transactions wait for a lock, or one of these calls is over without having waited. */
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
  }, 20_000);
}
