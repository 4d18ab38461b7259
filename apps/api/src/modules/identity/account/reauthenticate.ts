import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { consumeLoginCode, getCredentials } from '../identity.queries.ts';
import { hashLoginCode } from '../secrets.ts';
import { verifyPassword } from './hash-password.ts';

type User = { id: number; email: string };

interface ReauthenticationInput {
  password?: string;
  code?: string;
}

/** Requires the password or a mailed code, so that a stolen session alone is not enough. */
export async function reauthenticate(
  context: Context,
  user: User,
  proof: ReauthenticationInput,
): Promise<void> {
  const fields = await findProofErrors(context, user, proof);
  if (Object.keys(fields).length) throw new AppError('validation', { fields });
}

/**
 * Variant for a form with fields of its own: returns the proof's errors by field. A right code is consumed.
 */
export async function findProofErrors(
  { db, clock, secrets }: Pick<Context, 'db' | 'clock' | 'secrets'>,
  user: User,
  { password, code }: ReauthenticationInput,
): Promise<Record<string, string>> {
  if (code) {
    const isCorrect = await db
      .transaction()
      .execute((trx) => consumeLoginCode(trx, user.email, hashLoginCode(secrets, code), clock.now()));
    return isCorrect ? {} : { code: 'identity.wrongCode' };
  }
  if (!password) return { password: 'identity.codeOrPassword', code: 'identity.codeOrPassword' };
  const { password_hash: hash } = await getCredentials(db, user.id);
  return (await verifyPassword(password, hash)) ? {} : { password: 'identity.wrongCurrentPassword' };
}
