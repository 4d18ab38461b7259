import { DAY_MS } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import { runSequentially } from '../../platform/jobs.ts';
import type { PersonalDataHandler } from '../../platform/personal-data.ts';
import { deleteFormerIdentitiesPastRetention } from './account/former-identity.queries.ts';
import { deleteLegalIdentitiesPastRetention } from './account/legal-identity.queries.ts';
import { purgeDeletedAccounts } from './account/personal-data.ts';
import { recordVersions } from './legal-texts/legal-texts.ts';
import { deleteSecurityEventsBefore } from './security/security-events.queries.ts';
import { deleteRecognisedDevicesUnusedSince } from './sessions/recognised-devices.queries.ts';
import { deleteExpiredCredentials } from './sessions/sessions.queries.ts';

const SECURITY_EVENT_MS = 180 * DAY_MS;

/** As long as browsers keep its cookie. */
const RECOGNISED_DEVICE_MS = 400 * DAY_MS;

export async function identityJobs(
  context: Context,
  personalDataHandlers: readonly PersonalDataHandler[],
): Promise<void> {
  const { jobs, db, clock } = context;
  await recordVersions(context);
  await jobs.schedule('17 3 * * *', 'identity.delete-expired-data', async () => {
    const now = clock.now();
    await runSequentially([
      () => deleteExpiredCredentials(db, now),
      () => deleteLegalIdentitiesPastRetention(db, now),
      () => deleteFormerIdentitiesPastRetention(db, now),
      () => deleteSecurityEventsBefore(db, new Date(now.getTime() - SECURITY_EVENT_MS)),
      () => deleteRecognisedDevicesUnusedSince(db, new Date(now.getTime() - RECOGNISED_DEVICE_MS)),
    ]);
  });
  await jobs.schedule('37 3 * * *', 'identity.purge-deleted-accounts', () =>
    purgeDeletedAccounts(context, personalDataHandlers),
  );
}
