import type { Context } from '../../platform/context.ts';
import type { PersonalDataHandler } from '../../platform/personal-data.ts';
import { deleteBusinessesPastRetention } from './business/business.queries.ts';
import { deleteExpiredCredentials } from './identity.queries.ts';
import { purgeDeletedAccounts } from './personal-data/purge-deleted-accounts.ts';

export { lockUser } from './account/account.queries.ts';
export { accountRoutes } from './account/account.routes.ts';
export { hashPassword } from './account/hash-password.ts';
export type { OnSellingChanged } from './account/profile.ts';
export { findProofErrors, reauthenticate } from './account/reauthenticate.ts';
export { findBusiness } from './business/business.queries.ts';
export { businessPersonalData } from './business/personal-data.ts';
export { getUser } from './identity.queries.ts';
export { identityRoutes } from './identity.routes.ts';
export { createIdentityMailTemplates } from './identity-mails.ts';
export { getRetentionCutoff, getRetentionEnd } from './personal-data/legal-retention.rules.ts';
export { generateToken } from './secrets.ts';
export { createAuthenticator } from './sessions/authenticate.ts';

export async function identityJobs(
  context: Context,
  personalDataHandlers: readonly PersonalDataHandler[],
): Promise<void> {
  const { jobs, db, clock } = context;
  await jobs.schedule('17 3 * * *', 'identity.delete-expired-data', async () => {
    await deleteExpiredCredentials(db, clock.now());
    await deleteBusinessesPastRetention(db, clock.now());
  });
  await jobs.schedule('37 3 * * *', 'identity.purge-deleted-accounts', () =>
    purgeDeletedAccounts(context, personalDataHandlers),
  );
}
