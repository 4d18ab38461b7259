import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/http/error.ts';
import { findCredentials, useLoginCode } from './identity.queries.ts';
import { passwordMatches } from './password.ts';
import { hashCode } from './secrets.ts';

type User = { id: number; email: string };

interface Proof {
  password?: string;
  code?: string;
}

/** That it is really them who ask, and not whoever found their telephone: the password, or a code sent to them. */
export async function prove(context: Context, user: User, proof: Proof): Promise<void> {
  const fields = await wrongProof(context, user, proof);
  if (Object.keys(fields).length) throw new AppError('validation', { fields });
}

/** The same for a form with fields of its own: what is wrong with the proof, by field. A right code is used up. */
export async function wrongProof(
  { db, clock, secrets }: Pick<Context, 'db' | 'clock' | 'secrets'>,
  user: User,
  { password, code }: Proof,
): Promise<Record<string, string>> {
  if (code) {
    const right = await db
      .transaction()
      .execute((trx) => useLoginCode(trx, user.email, hashCode(secrets, code.trim()), clock.now()));
    return right ? {} : { code: 'identity.wrongCode' };
  }
  if (!password) return { password: 'identity.codeOrPassword', code: 'identity.codeOrPassword' };
  const { password_hash: hash } = await findCredentials(db, user.id);
  return (await passwordMatches(password, hash)) ? {} : { password: 'identity.wrongCurrentPassword' };
}
