import type { LaunchState } from '@wopack/contract';
import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { Finding } from './launch.rules.ts';

export interface StoredCheck {
  id: string;
  state: LaunchState;
  finding: Finding;
  checked_at: Date;
}

export const listLaunchChecks = (db: DbOrTrx): Promise<StoredCheck[]> =>
  db
    .selectFrom('launch_checks')
    .select((eb) => [
      'id',
      eb.ref('state').$castTo<LaunchState>().as('state'),
      eb.ref('finding').$castTo<Finding>().as('finding'),
      'checked_at',
    ])
    .execute();

/** Two that are stored at once wait for each other; the later one stays. */
export async function replaceLaunchChecks(trx: Trx, checks: readonly StoredCheck[]): Promise<void> {
  const rows = checks
    .map((check) => ({ ...check, finding: JSON.stringify(check.finding) }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  await trx
    .insertInto('launch_checks')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        state: eb.ref('excluded.state'),
        finding: eb.ref('excluded.finding'),
        checked_at: eb.ref('excluded.checked_at'),
      })),
    )
    .execute();
  // Checks of an earlier version.
  await trx
    .deleteFrom('launch_checks')
    .where(
      'id',
      'not in',
      rows.map(({ id }) => id),
    )
    .execute();
}

interface DatabaseFacts {
  backup_made_at: Date | null;
  backup_bytes: number | null;
  restored_at: Date | null;
  operators: number;
  operators_with_totp: number;
  demo_accounts: number;
}

/** Addresses of the demo, which belong to nobody. */
const DEMO_ADDRESSES = '%@wopack.example';

export async function getDatabaseFacts(db: DbOrTrx): Promise<DatabaseFacts> {
  const { rows } = await sql<DatabaseFacts>`
    select backup.made_at as backup_made_at, backup.size_bytes::float8 as backup_bytes,
      greatest((select max(recovered_at) from recoveries), (select max(restored_at) from restore_trials)) as restored_at,
      operators.count as operators, operators.with_totp as operators_with_totp,
      (select count(*)::int from users where email like ${DEMO_ADDRESSES}) as demo_accounts
    from (select count(*)::int as count,
        (count(*) filter (where totp_confirmed_at is not null))::int as with_totp
      from operators) operators
    left join (select made_at, size_bytes from backups order by made_at desc limit 1) backup on true`.execute(
    db,
  );
  return rows[0]!;
}
