import { randomBytes } from 'node:crypto';
import { generateSecret } from 'otplib';
import type { Db } from '../../src/platform/db/database.ts';
import type { Jobs } from '../../src/platform/jobs.ts';
import type { Secrets } from '../../src/platform/secrets.ts';
import { DEMO_PASSWORD, DEMO_TOTP_SECRET, type DemoAccount, findDemoAccounts } from './accounts.ts';
import { failNewestJob } from './queries/orders.queries.ts';
import { seedDemo } from './seed.ts';

export { paintDemoAvatar, paintDemoFile, paintDemoPicture } from './pictures/paint-picture.ts';
export { type DemoOptions, seedDemo } from './seed.ts';

/** Size of the demo created at the first start. */
const DEFAULT_SIZE = { salePlaces: 330, products: 720 };

/**
 * Fills an empty database with demo data and returns the demo accounts that exist. In production the
 * password and the operators' second factor are generated here and shown once at this start.
 */
export async function seedIfEmpty(
  db: Db,
  now: Date,
  {
    production = false,
    secrets = null,
    onSeeded = () => {},
  }: { production?: boolean; secrets?: Secrets | null; onSeeded?: () => void } = {},
): Promise<DemoAccount[]> {
  const anyUser = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  const password = production ? randomBytes(12).toString('base64url') : DEMO_PASSWORD;
  const totpSecret = production ? generateSecret() : DEMO_TOTP_SECRET;
  const encryptedTotpSecret = secrets?.encrypt('totp', totpSecret);
  // Hashing is slow, so it is done only when needed. A concurrent process may be seeding.
  const isSeeded =
    !anyUser && (await seedDemo(db, { ...DEFAULT_SIZE, now, password, secrets, encryptedTotpSecret }));
  if (isSeeded) onSeeded();
  return findDemoAccounts(db, isSeeded || !production ? password : null, totpSecret);
}

/** A failed job for the console. Tried again, it succeeds. */
export const insertFailedDemoJob = ({ db, jobs }: { db: Db; jobs: Jobs }): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await jobs.enqueue(trx, FAILED_QUEUE, {});
    await failNewestJob(trx, FAILED_QUEUE, 'canceling statement due to statement timeout');
  });

const FAILED_QUEUE = 'ledger.check-balances';
