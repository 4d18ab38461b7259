import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { AcceptedCall, Call } from '../../platform/http/route.ts';
import { deleteOtherTokens, tokenCreatedAt } from './account.queries.ts';
import { findCredentials, findUser, updateUser } from './identity.queries.ts';
import { isRecentSignIn, passwordProblem } from './password.rules.ts';
import { hashPassword, passwordMatches } from './password.ts';
import { prove } from './prove.ts';

export async function validatePassword(
  context: Context,
  { actor, body, refused }: AcceptedCall<typeof endpoints.savePassword>,
) {
  const { current_password, code, password, password_confirmation } = body;
  const differ =
    password !== undefined && password_confirmation !== undefined && password !== password_confirmation;
  const user = await findCredentials(context.db, actor.id);
  return {
    current_password: await currentProblem(user, current_password),
    // Whether it is right is looked at once all else is: a code works once.
    code: !code && !refused.has('code') && (await needsCode(context, actor, user)) && 'field.required',
    password: password !== undefined && passwordProblem(password),
    password_confirmation: differ && 'identity.passwordsDiffer',
  };
}

/** Whoever else is signed in, perhaps by the old password, is not any more. */
export async function savePassword(context: Context, { actor, body }: Call<typeof endpoints.savePassword>) {
  const { db } = context;
  if (await needsCode(context, actor, await findCredentials(db, actor.id)))
    await prove(context, await findUser(db, actor.id), { code: body.code });
  const passwordHash = await hashPassword(body.password);
  await db.transaction().execute(async (trx) => {
    await updateUser(trx, actor.id, { password_hash: passwordHash });
    await deleteOtherTokens(trx, actor.id, actor.tokenId);
  });
  return { success: true, code: 0 as const };
}

interface Credentials {
  password_hash: string | null;
  email_verified_at: Date | null;
}

/** Where there is no password yet, it is the proven address that says who somebody is. */
async function currentProblem(user: Credentials, current: string | undefined): Promise<string | null> {
  if (user.password_hash === null) return user.email_verified_at ? null : 'identity.verifyFirst';
  if (!current) return 'field.required';
  return (await passwordMatches(current, user.password_hash)) ? null : 'identity.wrongCurrentPassword';
}

/**
 * A first password is proof for everything later, so a stolen session alone must not set it. An account without a
 * password is signed in to by a code or an account elsewhere only: where that was just now, it is proof enough.
 */
async function needsCode({ db, clock }: Context, { tokenId }: Actor, user: Credentials): Promise<boolean> {
  if (user.password_hash !== null || !user.email_verified_at) return false;
  const createdAt = await tokenCreatedAt(db, tokenId);
  return !createdAt || !isRecentSignIn(createdAt, clock.now());
}
