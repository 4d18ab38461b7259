import type { Trx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Payee } from '../../../platform/http/payee.ts';
import type { Actor } from '../../../platform/http/route.ts';
import { lockUser } from '../identity.queries.ts';
import { deleteTokensExcept, lockToken, raiseCredentialsVersion } from './sessions.queries.ts';

/**
 * The one event of changed credentials, a block or a deletion: ends the user's sessions but the kept one, and all
 * sessions of the console. With a token go its push subscription, the console sessions that were entered with it, and on
 * every process its live streams. Returns the number of ended sessions.
 */
export async function endSessions(trx: Trx, userId: number, keptTokenId: number | null): Promise<number> {
  await raiseCredentialsVersion(trx, userId);
  return deleteTokensExcept(trx, userId, keptTokenId);
}

/**
 * Locks the user and the session of a call that changes how somebody signs in, is paid or is known. A session that ended
 * since the call began, while a password was compared, changes nothing any more. Another user whom the call may change is
 * locked with them, in the order of their ids.
 */
export async function lockSession(
  trx: Trx,
  { id, tokenId }: Pick<Actor, 'id' | 'tokenId'>,
  otherUserId: number = id,
) {
  if (otherUserId < id) await lockUser(trx, otherUserId);
  const user = await lockUser(trx, id);
  if (otherUserId > id) await lockUser(trx, otherUserId);
  if (!user || !(await lockToken(trx, tokenId))) throw new AppError('notSignedIn');
  return user;
}

/** The same for a change of what a payee is paid to or known by, which is the business's once its founder handed it over. */
export async function lockPayee(trx: Trx, actor: Actor, { isBusiness }: Payee): Promise<void> {
  const { handed_over_at: handedOverAt } = await lockSession(trx, actor);
  if (!isBusiness && handedOverAt) throw new AppError('conflict', { message: 'identity.handedOver' });
}
