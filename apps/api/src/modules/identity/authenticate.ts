import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Authenticate } from '../../platform/http/actor.ts';
import { extendToken, findActor } from './identity.queries.ts';
import { sha256 } from './secrets.ts';

const HOUR = 3_600_000;

/** The guard's question. A token in use lives on; its end is written at most once an hour. */
export function authenticateWith({ db, clock }: { db: Db; clock: Clock }): Authenticate {
  return async (token) => {
    const now = clock.now();
    const found = await findActor(db, sha256(token));
    if (!found || found.expiresAt <= now) return null;
    const wanted = new Date(now.getTime() + found.lifetimeSeconds * 1000);
    if (wanted.getTime() - found.expiresAt.getTime() > HOUR)
      await extendToken(db, found.actor.tokenId, wanted);
    return found.actor;
  };
}
