import type { Context } from '../../platform/context.ts';
import { AppError, invalid } from '../../platform/http/error.ts';
import { findCredentials, useLoginCode } from './identity.queries.ts';
import { passwordMatches } from './password.ts';
import { sha256 } from './secrets.ts';

/** That it is really them who ask, and not whoever found their telephone: the password, or a code sent to them. */
export async function prove(
  { db, clock }: Context,
  user: { id: number; email: string },
  { password, code }: { password?: string; code?: string },
): Promise<void> {
  if (code) {
    const right = await db
      .transaction()
      .execute((trx) => useLoginCode(trx, user.email, sha256(code.trim()), clock.now()));
    if (!right) throw invalid('code', 'identity.wrongCode');
  } else if (password) {
    const { password_hash: hash } = await findCredentials(db, user.id);
    if (!(await passwordMatches(password, hash))) {
      throw invalid('password', 'identity.wrongCurrentPassword');
    }
  } else {
    throw new AppError('validation', {
      fields: { password: 'identity.codeOrPassword', code: 'identity.codeOrPassword' },
    });
  }
}
