import type { Context } from '../../platform/context.ts';
import type { Keeper } from '../../platform/keeper.ts';
import { deleteUnlocked } from './business.queries.ts';
import { eraseLeft } from './erase-left.ts';
import { deleteExpired } from './identity.queries.ts';

export { lockUser } from './account.queries.ts';
export { accountRoutes } from './account.routes.ts';
export { authenticateWith } from './authenticate.ts';
export { findBusiness } from './business.queries.ts';
export { findUser } from './identity.queries.ts';
export { identityRoutes } from './identity.routes.ts';
export { identityMails } from './identity-mails.ts';
export { businessKeeper } from './keeper.queries.ts';
export { keptSince, lockedUntil } from './legal-term.rules.ts';
export { hashPassword } from './password.ts';
export type { OnSelling } from './profile.ts';
export { prove, wrongProof } from './prove.ts';
export { randomToken } from './secrets.ts';

export async function identityJobs(context: Context, keepers: readonly Keeper[]): Promise<void> {
  const { jobs, db, clock } = context;
  await jobs.every('17 3 * * *', 'identity.clean', async () => {
    await deleteExpired(db, clock.now());
    await deleteUnlocked(db, clock.now());
  });
  await jobs.every('37 3 * * *', 'identity.erase', () => eraseLeft(context, keepers));
}
