import type { endpoints } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import { AppError, createValidationError } from '../../../platform/http/app-error.ts';
import type { Call } from '../../../platform/http/route.ts';
import { consumeLoginCode, updateUser } from '../identity.queries.ts';
import { hashLoginCode } from '../secrets.ts';
import { deleteOtherTokens, lockUser } from './account.queries.ts';

/**
 * While signed in, the code proves that address and account belong to the same user: unlike at a sign-in,
 * the password and the current token stay. Other tokens of an account not verified so far may be somebody
 * else's.
 */
export async function verifyEmail(
  { db, clock, secrets }: Context,
  { actor, body }: Call<typeof endpoints.verifyEmail>,
) {
  const now = clock.now();
  const isCorrect = await db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, actor.id);
    if (!user) throw new AppError('notSignedIn');
    if (!(await consumeLoginCode(trx, user.email, hashLoginCode(secrets, body.code), now))) return false;
    if (!user.email_verified_at) {
      await updateUser(trx, user.id, { email_verified_at: now });
      await deleteOtherTokens(trx, user.id, actor.tokenId);
    }
    return true;
  });
  // Thrown outside the transaction, which has to commit the counted try.
  if (!isCorrect) throw createValidationError('code', 'identity.wrongCode');
  return { success: true, code: 0 as const };
}
