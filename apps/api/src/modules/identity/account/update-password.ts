import type { endpoints } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import type { Call, PartiallyValidCall } from '../../../platform/http/route.ts';
import { getCredentials, getUser, updateUser } from '../identity.queries.ts';
import { deleteOtherTokens, tokenCreatedAt } from './account.queries.ts';
import { hashPassword, verifyPassword } from './hash-password.ts';
import { findPasswordError, isRecentSignIn } from './password.rules.ts';
import { reauthenticate } from './reauthenticate.ts';

export async function validatePasswordChange(
  context: Context,
  { actor, body, refused }: PartiallyValidCall<typeof endpoints.updatePassword>,
) {
  const { current_password, code, password, password_confirmation } = body;
  const isDifferent =
    password !== undefined && password_confirmation !== undefined && password !== password_confirmation;
  const user = await getCredentials(context.db, actor.id);
  return {
    current_password: await findCurrentPasswordError(user, current_password),
    // Only presence is checked here; the code is compared once all else is valid, because it works once.
    code: !code && !refused.has('code') && (await needsCode(context, actor, user)) && 'field.required',
    password: password !== undefined && findPasswordError(password),
    password_confirmation: isDifferent && 'identity.passwordsDiffer',
  };
}

/** Ends all other sessions, which may have been opened with the old password. */
export async function updatePassword(
  context: Context,
  { actor, body }: Call<typeof endpoints.updatePassword>,
) {
  const { db } = context;
  if (await needsCode(context, actor, await getCredentials(db, actor.id)))
    await reauthenticate(context, await getUser(db, actor.id), { code: body.code });
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

/** Without a password, a verified address identifies the user. */
async function findCurrentPasswordError(
  user: Credentials,
  currentPassword: string | undefined,
): Promise<string | null> {
  if (user.password_hash === null) return user.email_verified_at ? null : 'identity.verifyFirst';
  if (!currentPassword) return 'field.required';
  return (await verifyPassword(currentPassword, user.password_hash)) ? null : 'identity.wrongCurrentPassword';
}

/**
 * A first password serves as proof for later changes, so a stolen session alone must not set it. An account
 * without a password is signed in to by a code or a linked account only: such a sign-in, if recent, is
 * proof enough.
 */
async function needsCode({ db, clock }: Context, { tokenId }: Actor, user: Credentials): Promise<boolean> {
  if (user.password_hash !== null || !user.email_verified_at) return false;
  const createdAt = await tokenCreatedAt(db, tokenId);
  return !createdAt || !isRecentSignIn(createdAt, clock.now());
}
