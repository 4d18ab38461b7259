import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { TestApp } from './test-app.ts';

/** Locks a row in a transaction of its own, as a change of it does; answers how to let go. */
export async function lockRow({ db }: TestApp, table: 'users' | 'pickup_slots', id: number) {
  const locked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const done = db.transaction().execute(async (trx) => {
    await trx.selectFrom(table).select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow();
    locked.resolve();
    await released.promise;
  });
  await Promise.race([locked.promise, done]);
  return async () => {
    released.resolve();
    await done;
  };
}

/** Until so many transactions wait for a lock, or one of these calls is over without having waited. */
export async function untilBlocked({ db }: TestApp, count: number, ...calls: Promise<unknown>[]) {
  let over = false;
  for (const call of calls)
    call.then(
      () => (over = true),
      () => (over = true),
    );
  const blocked = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await vi.waitFor(async () => {
    if (!over) expect((await blocked.execute(db)).rows[0]!.count).toBe(count);
  }, 20_000);
}
