import type { Context } from '../../../platform/context.ts';
import type { PersonalDataHandler } from '../../../platform/personal-data.ts';
import { scheduleRemovePhoto } from '../../media/index.ts';
import { deleteLoginCode, listUsersDeletedBefore } from '../account/account.queries.ts';
import { updateUser } from '../identity.queries.ts';
import { generateReferralCode } from '../secrets.ts';
import { deleteAllIdentities } from '../social/social.queries.ts';

/** Users are promised 30 days; the job runs once a day. */
const RETENTION_MS = 29 * 86_400_000;

/** Erases what was kept of deleted accounts and frees their e-mail address for registration. */
export async function purgeDeletedAccounts(
  { db, clock, jobs }: Context,
  personalDataHandlers: readonly PersonalDataHandler[],
): Promise<void> {
  const now = clock.now();
  for (const { id, email } of await listUsersDeletedBefore(db, new Date(now.getTime() - RETENTION_MS))) {
    await db.transaction().execute(async (trx) => {
      for (const handler of personalDataHandlers) {
        for (const photo of (await handler.erase?.(trx, id, now)) ?? [])
          await scheduleRemovePhoto(jobs, trx, photo);
      }
      await deleteLoginCode(trx, email);
      await deleteAllIdentities(trx, id);
      await updateUser(trx, id, {
        email: `erased-${id}@wopack.invalid`,
        email_verified_at: null,
        referral_code: generateReferralCode(),
        language: 'en',
        erased_at: now,
      });
    });
  }
}
