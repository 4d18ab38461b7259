import type { Language } from '@wopack/rules';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
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

/**
 * Signs in whoever comes from a provider. An account that is there is taken only by an address the provider vouches
 * for; an address unknown to us makes a new one.
 */
export function socialSignIn({ db, clock }: Context, arrival: Arrival): Promise<{ token: string } | Problem> {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const userId = await whose(trx, arrival, now);
    if (typeof userId !== 'number') return userId;
    const { deviceName } = arrival;
    return { token: await issueToken(trx, { userId, deviceName, remember: true, now }) };
  });
}

async function whose(trx: Trx, arrival: Arrival, now: Date): Promise<number | Problem> {
  const { way, claims } = arrival;
  const { subject, email, emailVerified } = claims;
  const known = await findBySubject(trx, way, subject);
  if (known) {
    if (known.deleted_at) return 'left';
    const proven = emailVerified && email?.toLowerCase() === known.email.toLowerCase();
    if (proven && !known.email_verified_at) await verifyFirstTime(trx, known.id, now);
    return known.id;
  }
  if (!email) return 'noEmail';
  const id = await byAddress(trx, email, arrival, now);
  if (typeof id !== 'number') return id;
  await insertIdentity(trx, { provider: way, subject, user_id: id, created_at: now });
  return id;
}

async function byAddress(trx: Trx, email: string, arrival: Arrival, now: Date): Promise<number | Problem> {
  const { claims, refLink, language } = arrival;
  const user = await findUserByEmail(trx, email);
  if (user) {
    if (user.deleted_at) return 'left';
    if (!claims.emailVerified) return 'notVerified';
    if (!user.email_verified_at) await verifyFirstTime(trx, user.id, now);
    return user.id;
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
  return made ?? 'failed';
}
