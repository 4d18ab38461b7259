import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/http/error.ts';
import type { Call } from '../../platform/http/route.ts';
import { deleteOtherTokens } from './account.queries.ts';
import { findCredentials, updateUser } from './identity.queries.ts';
import { passwordProblem } from './password.rules.ts';
import { hashPassword, passwordMatches } from './password.ts';

type Body = Call<typeof endpoints.savePassword>['body'];

/** Whoever else is signed in, perhaps by the old password, is not any more. */
export async function savePassword({ db }: Context, { actor, body }: Call<typeof endpoints.savePassword>) {
  const problem = passwordProblem(body.password);
  const current = await currentProblem(await findCredentials(db, actor.id), body);
  const fields = {
    ...(current && { current_password: current }),
    ...(problem && { password: problem }),
    ...(body.password !== body.password_confirmation && {
      password_confirmation: 'identity.passwordsDiffer',
    }),
  };
  if (Object.keys(fields).length) throw new AppError('validation', { fields });

  const passwordHash = await hashPassword(body.password);
  await db.transaction().execute(async (trx) => {
    await updateUser(trx, actor.id, { password_hash: passwordHash });
    await deleteOtherTokens(trx, actor.id, actor.tokenId);
  });
  return { success: true, code: 0 as const };
}

/** Where there is no password yet, it is the proven address that says who somebody is. */
async function currentProblem(
  user: { password_hash: string | null; email_verified_at: Date | null },
  { current_password: given }: Body,
): Promise<string | null> {
  if (user.password_hash === null) return user.email_verified_at ? null : 'identity.verifyFirst';
  if (!given) return 'field.required';
  return (await passwordMatches(given, user.password_hash)) ? null : 'identity.wrongCurrentPassword';
}
