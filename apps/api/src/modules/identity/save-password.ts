import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import type { AcceptedCall, Call } from '../../platform/http/route.ts';
import { deleteOtherTokens } from './account.queries.ts';
import { findCredentials, updateUser } from './identity.queries.ts';
import { passwordProblem } from './password.rules.ts';
import { hashPassword, passwordMatches } from './password.ts';

export async function validatePassword(
  { db }: Context,
  { actor, body }: AcceptedCall<typeof endpoints.savePassword>,
) {
  const { current_password, password, password_confirmation } = body;
  const differ =
    password !== undefined && password_confirmation !== undefined && password !== password_confirmation;
  return {
    current_password: await currentProblem(await findCredentials(db, actor.id), current_password),
    password: password !== undefined && passwordProblem(password),
    password_confirmation: differ && 'identity.passwordsDiffer',
  };
}

/** Whoever else is signed in, perhaps by the old password, is not any more. */
export async function savePassword({ db }: Context, { actor, body }: Call<typeof endpoints.savePassword>) {
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
  current: string | undefined,
): Promise<string | null> {
  if (user.password_hash === null) return user.email_verified_at ? null : 'identity.verifyFirst';
  if (!current) return 'field.required';
  return (await passwordMatches(current, user.password_hash)) ? null : 'identity.wrongCurrentPassword';
}
