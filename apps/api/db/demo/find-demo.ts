import type { Db } from '../../src/platform/db/database.ts';
import { type DemoRole, demoAccounts } from './accounts.ts';

export interface DemoAccount {
  role: DemoRole;
  email: string;
  /** Null: not to be told. */
  password: string | null;
}

/** The demo's accounts that are in a database. */
export async function findDemo(db: Db, password: string | null): Promise<DemoAccount[]> {
  const emails = demoAccounts.map(({ email }) => email);
  const there = await db.selectFrom('users').select('email').where('email', 'in', emails).execute();
  return demoAccounts
    .filter(({ email }) => there.some((user) => user.email === email))
    .map(({ role, email }) => ({ role, email, password }));
}
