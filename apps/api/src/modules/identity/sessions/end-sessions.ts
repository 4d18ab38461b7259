import type { Trx } from '../../../platform/db/database.ts';
import { deleteTokensExcept, raiseCredentialsVersion } from './sessions.queries.ts';

/**
 * The one event of changed credentials, a block or a deletion: ends the user's sessions but the kept one, and all
 * sessions of the console. With a token go its push subscription, the console sessions that were entered with it, and on
 * every process its live streams. Returns the number of ended sessions.
 */
export async function endSessions(trx: Trx, userId: number, keptTokenId: number | null): Promise<number> {
  await raiseCredentialsVersion(trx, userId);
  return deleteTokensExcept(trx, userId, keptTokenId);
}
