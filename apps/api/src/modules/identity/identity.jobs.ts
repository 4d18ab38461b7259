import type { Context } from '../../platform/context.ts';
import type { PersonalDataHandler } from '../../platform/personal-data.ts';
import { deleteBusinessesPastRetention } from './account/business.queries.ts';
import { purgeDeletedAccounts } from './personal-data/delete-account.ts';
import { deleteExpiredCredentials } from './sessions/sessions.queries.ts';

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
