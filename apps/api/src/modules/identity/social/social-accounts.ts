import { authProviders, type endpoints } from '@wopack/contract';
import type { Language } from '@wopack/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { type Call, SUCCESS } from '../../../platform/http/route.ts';
import { toSingleLine } from '../../../platform/text-rules.ts';
import {
  deleteProviderIdentities,
  findUserByEmail,
  findUserBySubject,
  getUser,
  insertIdentity,
  listIdentities,
  lockUser,
} from '../identity.queries.ts';
import { endSessions, lockSession } from '../sessions/end-sessions.ts';
import { verifyEmailAndResetCredentials } from '../sessions/login.ts';
import { forgetOtherDevices, recordSignIn } from '../sessions/recognised-devices.ts';
import { createUser } from '../sessions/register.ts';
import { issueToken } from '../sessions/sessions.ts';
import type { AuthProviderName, Claims } from './auth-providers.ts';

export const MAX_NAME_LENGTH = 100;

/** Shown in the user's language by the auth screen. */
export type SignInError = 'cancelled' | 'unavailable' | 'failed' | 'noEmail' | 'notVerified' | 'left';

interface SocialSignIn {
  providerName: AuthProviderName;
  claims: Claims;
  deviceName: string;
  referralCode: string | null;
  language: Language;
  request: FastifyRequest;
  reply: FastifyReply;
}

interface ResolvedUser {
  userId: number;
  /** Whether access set up before the address was verified was removed. */
  accessReset: boolean;
  isFirst: boolean;
}

/**
 * An existing account is signed in to only by an address the provider vouches for; an unknown address
 * creates one.
 */
export function completeSocialSignIn(
  context: Context,
  signIn: SocialSignIn,
): Promise<{ token: string; accessReset: boolean } | SignInError> {
  const now = context.clock.now();
  return context.db.transaction().execute(async (trx) => {
    const resolved = await findOrCreateUser(context, trx, signIn, now);
    if (typeof resolved === 'string') return resolved;
    const { userId, accessReset, isFirst } = resolved;
    const { deviceName, request, reply } = signIn;
    const token = await issueToken(trx, { userId, deviceName, remember: true, now });
    await recordSignIn(context, trx, { userId, deviceName, request, reply, isFirst });
    return { token, accessReset };
  });
}

async function findOrCreateUser(
  context: Context,
  trx: Trx,
  signIn: SocialSignIn,
  now: Date,
): Promise<ResolvedUser | SignInError> {
  const { providerName, claims, language } = signIn;
  const { subject, email, isEmailVerified } = claims;
  const linkedUser = await findUserBySubject(trx, providerName, subject);
  if (linkedUser?.deleted_at) return 'left';
  // Waits for a concurrent verification of the address, which may unlink this identity.
  const user = linkedUser && (await lockUser(trx, linkedUser.id));
  if (user && (await findUserBySubject(trx, providerName, subject))) {
    const isProven = isEmailVerified && email === user.email;
    const proof = { userId: user.id, language, now, identity: { provider: providerName, subject } };
    return {
      userId: user.id,
      accessReset: isProven && (await verifyEmailAndResetCredentials(context, trx, proof)),
      isFirst: isProven && !user.email_verified_at,
    };
  }
  if (!email) return 'noEmail';
  const resolved = await findOrCreateUserByEmail(context, trx, email, signIn, now);
  if (typeof resolved !== 'string')
    await insertIdentity(trx, { provider: providerName, subject, user_id: resolved.userId, created_at: now });
  return resolved;
}

async function findOrCreateUserByEmail(
  context: Context,
  trx: Trx,
  email: string,
  signIn: SocialSignIn,
  now: Date,
): Promise<ResolvedUser | SignInError> {
  const { claims, referralCode, language } = signIn;
  const user = await findUserByEmail(trx, email);
  if (user) {
    if (user.deleted_at) return 'left';
    if (!claims.isEmailVerified) return 'notVerified';
    const userId = user.id;
    const isFirst = !user.email_verified_at;
    const accessReset =
      isFirst && (await verifyEmailAndResetCredentials(context, trx, { userId, language, now }));
    return { userId, accessReset, isFirst };
  }
  const createdId = await createUser(trx, {
    name: toSingleLine(claims.name, MAX_NAME_LENGTH),
    email,
    passwordHash: null,
    isSeller: false,
    isPartner: false,
    isEmailVerified: claims.isEmailVerified,
    referralCode: referralCode ?? undefined,
    language,
    now,
  });
  // A concurrent request created the account; the next attempt finds it.
  return createdId === null ? 'failed' : { userId: createdId, accessReset: false, isFirst: true };
}

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

/** Idempotent. Sessions may have been opened by it: all others end. */
export async function unlinkAccount(
  context: Context,
  { actor, params: { way: providerName }, request }: Call<typeof endpoints.unlinkAccount>,
  enabledNames: EnabledProviderNames,
) {
  await context.db.transaction().execute(async (trx) => {
    // The lock makes the second of two concurrent calls see the first one's result.
    const user = await lockSession(trx, actor);
    const identities = await listIdentities(trx, actor.id);
    if (!identities.some(({ provider }) => provider === providerName)) return;
    if (!hasOtherSignIn(user, identities, providerName, enabledNames)) {
      throw new AppError('conflict', { message: 'identity.lastSignInMethod' });
    }
    await deleteProviderIdentities(trx, actor.id, providerName);
    await endSessions(trx, actor.id, actor.tokenId);
    await forgetOtherDevices(context, trx, actor.id, request);
  });
  return SUCCESS;
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
