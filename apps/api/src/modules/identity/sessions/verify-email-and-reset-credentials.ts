import type { Language } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { translate } from '../../../platform/messages/translate.ts';
import { lockUser } from '../account/account.queries.ts';
import { deleteAllTokens, updateUser } from '../identity.queries.ts';
import { deleteOtherIdentities } from '../social/social.queries.ts';

interface EmailProof {
  userId: number;
  /** Language of the sign-in: the account's own was chosen by whoever created the account. */
  language: Language;
  now: Date;
  /** The linked account that proves the address, which stays. */
  identity?: { provider: string; subject: string };
}

/**
 * Marks the address as verified and removes the password, tokens and linked accounts that somebody else may
 * have set before; the user is notified by mail. Returns whether anything was removed.
 */
export async function verifyEmailAndResetCredentials(
  { config, jobs }: Pick<Context, 'config' | 'jobs'>,
  trx: Trx,
  { userId, language, now, identity }: EmailProof,
): Promise<boolean> {
  // Locked before anything is removed: a concurrent login has its token already, or waits and gets none.
  const user = await lockUser(trx, userId);
  if (!user || user.email_verified_at) return false;
  const tokens = await deleteAllTokens(trx, userId);
  const identities = await deleteOtherIdentities(trx, userId, identity ?? null);
  await updateUser(trx, userId, { email_verified_at: now, password_hash: null });
  if (!user.has_password && tokens + identities === 0) return false;
  const url = `${config.publicUrl}/account/password`;
  await jobs.enqueue(trx, 'notifications.send-mail', {
    to: user.email,
    subject: translate('mail.accessReset.subject', language),
    text: translate('mail.accessReset.text', language, { url }),
    url,
    language,
  });
  return true;
}
