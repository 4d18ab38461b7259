import { randomBytes } from 'node:crypto';
import type { Db } from '../../src/platform/db/database.ts';
import { DEMO_PASSWORD } from './accounts.ts';
import { type DemoAccount, findDemoAccounts } from './find-demo-accounts.ts';
import { seedDemo } from './seed.ts';

export { paintDemoAvatar, paintDemoFile, paintDemoPicture } from './pictures/index.ts';
export { type DemoOptions, seedDemo } from './seed.ts';

/** The size of the demo that a first start makes. */
const DEFAULT_SIZE = { salePlaces: 330, products: 720 };

/**
 * Fills an empty database with the demo. Answers its accounts, for as long as they are there. On line their password is
 * nobody's but the reader's of this one start: it is made here and kept nowhere.
 */
export async function seedIfEmpty(
  db: Db,
  now: Date,
  { production = false }: { production?: boolean } = {},
): Promise<DemoAccount[]> {
  const anyUser = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  const password = production ? randomBytes(12).toString('base64url') : DEMO_PASSWORD;
  // Passwords take their time: only hashed when they are needed. Another process may fill it at this moment.
  const isSeeded = !anyUser && (await seedDemo(db, { ...DEFAULT_SIZE, now, password }));
  return findDemoAccounts(db, isSeeded || !production ? password : null);
}
