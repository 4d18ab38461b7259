import { randomBytes } from 'node:crypto';
import type { Db } from '../../src/platform/db/database.ts';
import { DEMO_PASSWORD, type DemoAccount, findDemoAccounts } from './accounts.ts';
import { seedDemo } from './seed.ts';

export { paintDemoAvatar, paintDemoFile, paintDemoPicture } from './pictures/index.ts';
export { type DemoOptions, seedDemo } from './seed.ts';

/** Size of the demo created at the first start. */
const DEFAULT_SIZE = { salePlaces: 330, products: 720 };

/**
 * Fills an empty database with demo data and returns the demo accounts that exist. In production the
 * password is generated here, shown once at this start and stored as a hash only.
 */
export async function seedIfEmpty(
  db: Db,
  now: Date,
  { production = false }: { production?: boolean } = {},
): Promise<DemoAccount[]> {
  const anyUser = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  const password = production ? randomBytes(12).toString('base64url') : DEMO_PASSWORD;
  // Hashing is slow, so it is done only when needed. A concurrent process may be seeding.
  const isSeeded = !anyUser && (await seedDemo(db, { ...DEFAULT_SIZE, now, password }));
  return findDemoAccounts(db, isSeeded || !production ? password : null);
}
