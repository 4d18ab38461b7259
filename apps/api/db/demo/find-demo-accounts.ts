import type { Db } from '../../src/platform/db/database.ts';
import { type DemoRole, demoAccounts } from './accounts.ts';

export interface DemoAccount {
  role: DemoRole;
  email: string;
  /** Null: not shown. */
  password: string | null;
}

/** Demo accounts that exist in the database. */
export async function findDemoAccounts(db: Db, password: string | null): Promise<DemoAccount[]> {
  const emails = demoAccounts.map(({ email }) => email);
  const existingUsers = await db.selectFrom('users').select('email').where('email', 'in', emails).execute();
  return demoAccounts
    .filter(({ email }) => existingUsers.some((user) => user.email === email))
    .map(({ role, email }) => ({ role, email, password }));
}
