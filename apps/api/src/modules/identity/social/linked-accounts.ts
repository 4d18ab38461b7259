import { authProviders, type endpoints } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Call } from '../../../platform/http/route.ts';
import { lockUser } from '../account/account.queries.ts';
import { getUser } from '../identity.queries.ts';
import type { AuthProviderName } from './enabled-providers.ts';
import { deleteProviderIdentities, listIdentities } from './social.queries.ts';

/** An identity of a provider that is not enabled signs nobody in. */
type EnabledProviderNames = ReadonlySet<AuthProviderName>;
type LinkedIdentity = Awaited<ReturnType<typeof listIdentities>>[number];

export async function listLinkedAccounts(
  { db }: Context,
  { actor }: Call<typeof endpoints.listLinkedAccounts>,
  enabledNames: EnabledProviderNames,
) {
  const user = await getUser(db, actor.id);
  const identities = await listIdentities(db, actor.id);
  const data = authProviders.flatMap((providerName) => {
    const firstIdentity = identities.find(({ provider }) => provider === providerName);
    if (!firstIdentity) return [];
    const linked_at = firstIdentity.created_at.toISOString();
    return {
      way: providerName,
      linked_at,
      is_only_way: !hasOtherSignIn(user, identities, providerName, enabledNames),
    };
  });
  return { data };
}

/** Idempotent; sessions opened by the account stay. */
export async function unlinkAccount(
  { db }: Context,
  { actor, params: { way: providerName } }: Call<typeof endpoints.unlinkAccount>,
  enabledNames: EnabledProviderNames,
) {
  await db.transaction().execute(async (trx) => {
    // The lock makes the second of two concurrent calls see the first one's result.
    const user = await lockUser(trx, actor.id);
    if (!user) throw new AppError('notSignedIn');
    const identities = await listIdentities(trx, actor.id);
    if (!identities.some(({ provider }) => provider === providerName)) return;
    if (!hasOtherSignIn(user, identities, providerName, enabledNames)) {
      throw new AppError('conflict', { message: 'identity.lastSignInMethod' });
    }
    await deleteProviderIdentities(trx, actor.id, providerName);
  });
  return { success: true, code: 0 as const };
}

/**
 * Another way to sign in: a password, a verified address (login codes), or an identity of another enabled
 * provider.
 */
const hasOtherSignIn = (
  user: { has_password: boolean; email_verified_at: Date | null },
  identities: readonly LinkedIdentity[],
  providerName: AuthProviderName,
  enabledNames: EnabledProviderNames,
): boolean =>
  user.has_password ||
  user.email_verified_at !== null ||
  identities.some(
    ({ provider }) => provider !== providerName && enabledNames.has(provider as AuthProviderName),
  );
