import type { endpoints } from '@wopack/contract';
import { HOUR_MS } from '@wopack/domain';
import type { Clock, Context } from '../../../platform/context.ts';
import type { Db, Trx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { type Authenticate, type Call, SUCCESS } from '../../../platform/http/route.ts';
import { isBlocked, updateUser } from '../identity.queries.ts';
import { getSessionStartLimit } from '../identity.rules.ts';
import { endSessions, lockSession } from './end-sessions.ts';
import { forgetOtherDevices } from './recognised-devices.ts';
import { deleteUserToken, extendToken, findActor, insertToken, listTokens } from './sessions.queries.ts';
import { generateToken, sha256 } from './tokens.ts';

/**
 * Resolves a bearer token to its actor. Use extends the token's expiry, written at most once an hour, but no session
 * outlives its longest time. The language of mails is written only when the user acts in another.
 */
export function createAuthenticator({ db, clock }: { db: Db; clock: Clock }): Authenticate {
  return async (token, usedLanguage = null) => {
    const now = clock.now();
    const session = await findActor(db, sha256(token));
    if (!session || session.expiresAt <= now || session.createdAt <= getSessionStartLimit(now)) return null;
    const extendedExpiry = new Date(now.getTime() + session.lifetimeSeconds * 1000);
    if (extendedExpiry.getTime() - session.expiresAt.getTime() > HOUR_MS)
      await extendToken(db, session.actor.tokenId, extendedExpiry);
    if (usedLanguage !== null && usedLanguage !== session.language)
      await updateUser(db, session.actor.id, { language: usedLanguage });
    return session.actor;
  };
}

export async function listDevices({ db, clock }: Context, { actor }: Call<typeof endpoints.listDevices>) {
  const devices = (await listTokens(db, actor.id, clock.now()))
    .map((token) => ({
      id: token.id,
      device_name: token.device_name,
      created_at: token.created_at.toISOString(),
      last_used: getLastUsedAt(token).toISOString(),
      is_current: token.id === actor.tokenId,
    }))
    .sort((a, b) => Number(b.is_current) - Number(a.is_current) || (a.last_used < b.last_used ? 1 : -1));
  return { data: devices };
}

/**
 * Use extends a token to its full lifetime, at most once an hour, so its expiry tells when it was last
 * used.
 */
export const getLastUsedAt = (token: { expires_at: Date; lifetime_seconds: number }): Date =>
  new Date(token.expires_at.getTime() - token.lifetime_seconds * 1000);

export async function endDevice({ db }: Context, { actor, params }: Call<typeof endpoints.endDevice>) {
  if (!(await deleteUserToken(db, actor.id, params.id))) throw new AppError('notFound');
  return SUCCESS;
}

export async function endOtherDevices(
  context: Context,
  { actor, request }: Call<typeof endpoints.endOtherDevices>,
) {
  await context.db.transaction().execute(async (trx) => {
    await lockSession(trx, actor);
    await endSessions(trx, actor.id, actor.tokenId);
    await forgetOtherDevices(context, trx, actor.id, request);
  });
  return SUCCESS;
}

export async function logout({ db }: Context, { actor }: Call<typeof endpoints.logout>) {
  await deleteUserToken(db, actor.id, actor.tokenId);
  return SUCCESS;
}

const DAY_SECONDS = 86_400;

interface NewSession {
  userId: number;
  deviceName: string;
  remember: boolean;
  /** Whether it begins with a code mailed to the user's address. */
  isCodeSignIn?: boolean;
  now: Date;
}

/**
 * The token expires after 90 days without use, or after 24 hours when the user is not to be remembered; in any case after
 * 180 days.
 */
export async function issueToken(
  trx: Trx,
  { userId, deviceName, remember, isCodeSignIn = false, now }: NewSession,
): Promise<string> {
  if (await isBlocked(trx, userId)) throw new AppError('notAllowed', { message: 'identity.blocked' });
  const token = generateToken();
  const lifetimeSeconds = remember ? 90 * DAY_SECONDS : DAY_SECONDS;
  await insertToken(trx, {
    user_id: userId,
    hash: sha256(token),
    device_name: deviceName,
    lifetime_seconds: lifetimeSeconds,
    is_code_sign_in: isCodeSignIn,
    created_at: now,
    expires_at: new Date(now.getTime() + lifetimeSeconds * 1000),
  });
  return token;
}
