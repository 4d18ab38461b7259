import { sql } from 'kysely';
import type { Trx } from '../../../src/platform/db/database.ts';

const DEMO_LOCK_KEY = 20261121;

/** Whether nobody is there yet. Of processes that start at once one gets the answer, the others wait for its demo. */
export async function lockAndCheckEmpty(trx: Trx): Promise<boolean> {
  await sql`SELECT pg_advisory_xact_lock(${DEMO_LOCK_KEY})`.execute(trx);
  return (await trx.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined;
}
