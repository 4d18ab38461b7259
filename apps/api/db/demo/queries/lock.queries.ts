import { sql } from 'kysely';
import type { Trx } from '../../../src/platform/db/database.ts';

const DEMO_LOCK_KEY = 20261121;

/**
 * Whether there are no users. Of concurrent processes one gets the lock, the others wait until it has
 * seeded.
 */
export async function lockAndCheckEmpty(trx: Trx): Promise<boolean> {
  await sql`SELECT pg_advisory_xact_lock(${DEMO_LOCK_KEY})`.execute(trx);
  return (await trx.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined;
}
