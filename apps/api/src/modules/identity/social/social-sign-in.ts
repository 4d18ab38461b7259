import type { Language } from '@wopack/rules';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { lockUser } from '../account.queries.ts';
import { createUser } from '../create-user.ts';
import { findUserByEmail } from '../identity.queries.ts';
import { issueToken } from '../issue-token.ts';
import { verifyFirstTime } from '../verify-first-time.ts';
import type { WayName } from './open-ways.ts';
import { findBySubject, insertIdentity } from './social.queries.ts';
import type { Claims } from './way.ts';

/** Why somebody cannot come in: the auth screen says it in their language. */
export type Problem = 'cancelled' | 'unavailable' | 'failed' | 'noEmail' | 'notVerified' | 'left';

interface Arrival {
  way: WayName;
  claims: Claims;
  deviceName: string;
  refLink: string | null;
  language: Language;
}

interface Found {
  userId: number;
  /** What was set on the account before its address was proven is gone. */
  accessReset: boolean;
}

/**
 * Signs in whoever comes from a provider. An account that is there is taken only by an address the provider vouches
 * for; an address unknown to us makes a new one.
 */
export function socialSignIn(
  context: Context,
  arrival: Arrival,
): Promise<{ token: string; accessReset: boolean } | Problem> {
  const now = context.clock.now();
  return context.db.transaction().execute(async (trx) => {
    const found = await whose(context, trx, arrival, now);
    if (typeof found === 'string') return found;
    const { userId, accessReset } = found;
    const { deviceName } = arrival;
    return { token: await issueToken(trx, { userId, deviceName, remember: true, now }), accessReset };
  });
}

async function whose(context: Context, trx: Trx, arrival: Arrival, now: Date): Promise<Found | Problem> {
  const { way, claims, language } = arrival;
  const { subject, email, emailVerified } = claims;
  const known = await findBySubject(trx, way, subject);
  if (known?.deleted_at) return 'left';
  // Waits for whoever proves the address at this moment and takes this way in away.
  const user = known && (await lockUser(trx, known.id));
  if (user && (await findBySubject(trx, way, subject))) {
    const proven = emailVerified && email?.toLowerCase() === user.email.toLowerCase();
    const proof = { userId: user.id, language, now, identity: { provider: way, subject } };
    return { userId: user.id, accessReset: proven && (await verifyFirstTime(context, trx, proof)) };
  }
  if (!email) return 'noEmail';
  const found = await byAddress(context, trx, email, arrival, now);
  if (typeof found !== 'string')
    await insertIdentity(trx, { provider: way, subject, user_id: found.userId, created_at: now });
  return found;
}

async function byAddress(
  context: Context,
  trx: Trx,
  email: string,
  arrival: Arrival,
  now: Date,
): Promise<Found | Problem> {
  const { claims, refLink, language } = arrival;
  const user = await findUserByEmail(trx, email);
  if (user) {
    if (user.deleted_at) return 'left';
    if (!claims.emailVerified) return 'notVerified';
    const userId = user.id;
    const accessReset =
      !user.email_verified_at && (await verifyFirstTime(context, trx, { userId, language, now }));
    return { userId, accessReset };
  }
  const made = await createUser(trx, {
    name: claims.name.slice(0, 100),
    email,
    passwordHash: null,
    isOwner: false,
    isPartner: false,
    verified: claims.emailVerified,
    refLink: refLink ?? undefined,
    language,
    now,
  });
  // Somebody was quicker with this address: the next try finds it.
  return made === null ? 'failed' : { userId: made, accessReset: false };
}
