import { sql } from 'kysely';
import { normalizeEmail } from '../email-address.ts';
import type { Trx } from './database.ts';

/** Deletes the jobs, waiting or finished, of mails to an address; without a job table there are none. */
export async function deleteJobsTo(trx: Trx, email: string): Promise<void> {
  const { rows } = await sql<{
    has_jobs: boolean;
  }>`select to_regclass('pgboss.job') is not null as has_jobs`.execute(trx);
  if (rows[0]!.has_jobs)
    await sql`delete from pgboss.job where lower(coalesce(data->>'to', data->'mail'->>'to') collate "C") = ${normalizeEmail(email)}`.execute(
      trx,
    );
}
