import { type endpoints, signInWays } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/error.ts';
import type { Call } from '../../../platform/http/route.ts';
import { lockUser } from '../account.queries.ts';
import { findUser } from '../identity.queries.ts';
import type { WayName } from './open-ways.ts';
import { deleteIdentitiesBy, identitiesOf } from './social.queries.ts';

/** `open`: the ways that are configured; another one leads nobody in. */
type Open = ReadonlySet<WayName>;
type Identity = Awaited<ReturnType<typeof identitiesOf>>[number];

export async function listLinkedAccounts(
  { db }: Context,
  { actor }: Call<typeof endpoints.listLinkedAccounts>,
  open: Open,
) {
  const user = await findUser(db, actor.id);
  const identities = await identitiesOf(db, actor.id);
  const data = signInWays.flatMap((way) => {
    const first = identities.find(({ provider }) => provider === way);
    if (!first) return [];
    const linked_at = first.created_at.toISOString();
    return { way, linked_at, is_only_way: !otherWayIn(user, identities, way, open) };
  });
  return { data };
}

/** One that is not linked stays so; devices stay signed in. */
export async function unlinkAccount(
  { db }: Context,
  { actor, params: { way } }: Call<typeof endpoints.unlinkAccount>,
  open: Open,
) {
  await db.transaction().execute(async (trx) => {
    // Of two at once the second sees what the first left.
    const user = await lockUser(trx, actor.id);
    if (!user) throw new AppError('notSignedIn');
    const identities = await identitiesOf(trx, actor.id);
    if (!identities.some(({ provider }) => provider === way)) return;
    if (!otherWayIn(user, identities, way, open)) {
      throw new AppError('conflict', { message: 'identity.onlyWay' });
    }
    await deleteIdentitiesBy(trx, actor.id, way);
  });
  return { success: true, code: 0 as const };
}

/** A password, an address that codes can be sent to, or another account elsewhere. */
const otherWayIn = (
  user: { has_password: boolean; email_verified_at: Date | null },
  identities: readonly Identity[],
  way: WayName,
  open: Open,
): boolean =>
  user.has_password ||
  user.email_verified_at !== null ||
  identities.some(({ provider }) => provider !== way && open.has(provider as WayName));
