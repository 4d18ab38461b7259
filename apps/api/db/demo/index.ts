import type { Db } from '../../src/platform/db/database.ts';
import { DEMO_PASSWORD, type DemoRole, demoAccounts } from './accounts.ts';
import { seedDemo } from './seed.ts';

export { paintDemoAvatar, paintDemoFile, paintDemoPicture } from './pictures/index.ts';
export { type DemoSize, seedDemo } from './seed.ts';

export interface DemoAccount {
  role: DemoRole;
  email: string;
  password: string;
}

/** The size of the demo that a first start makes. */
const usual = { places: 330, packs: 720 };

/** Fills an empty database with the demo. Answers its accounts, for as long as they are there. */
export async function seedIfEmpty(db: Db, now: Date): Promise<DemoAccount[]> {
  const somebody = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  // Passwords take their time: only hashed when they are needed.
  if (!somebody) await seedDemo(db, { ...usual, now });
  const emails = demoAccounts.map(({ email }) => email);
  const there = await db.selectFrom('users').select('email').where('email', 'in', emails).execute();
  return demoAccounts
    .filter(({ email }) => there.some((user) => user.email === email))
    .map(({ role, email }) => ({ role, email, password: DEMO_PASSWORD }));
}
