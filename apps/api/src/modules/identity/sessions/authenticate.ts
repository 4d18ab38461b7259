import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Authenticate } from '../../../platform/http/actor.ts';
import { extendToken, findActor } from '../identity.queries.ts';
import { sha256 } from '../secrets.ts';

const HOUR_MS = 3_600_000;

/** Resolves a bearer token to its actor. Use extends the token's expiry, written at most once an hour. */
export function createAuthenticator({ db, clock }: { db: Db; clock: Clock }): Authenticate {
  return async (token) => {
    const now = clock.now();
    const session = await findActor(db, sha256(token));
    if (!session || session.expiresAt <= now) return null;
    const extendedExpiry = new Date(now.getTime() + session.lifetimeSeconds * 1000);
    if (extendedExpiry.getTime() - session.expiresAt.getTime() > HOUR_MS)
      await extendToken(db, session.actor.tokenId, extendedExpiry);
    return session.actor;
  };
}
