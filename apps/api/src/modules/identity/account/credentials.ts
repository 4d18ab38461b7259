import { argon2, createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { endpoints } from '@wopack/contract';
import { type Language, pickLanguage } from '@wopack/domain';
import { bulkhead, isBulkheadRejectedError } from 'cockatiel';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Actor, Call, PartiallyValidCall } from '../../../platform/http/route.ts';
import { composeMail, type MailTemplates } from '../../../platform/mail/mail.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { getContact, getCredentials, getUser, updateUser } from '../identity.queries.ts';
import { findPasswordError, isRecentSignIn } from '../identity.rules.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { consumeLoginCode, setLoginCodeHash, tokenCreatedAt } from '../sessions/sessions.queries.ts';

/** Half of the threads that Node has for work: the others read files and look up names. Each takes 19 MB and 30 ms. */
const MAX_DERIVATIONS = 2;
/** They wait four seconds. */
const MAX_WAITING_DERIVATIONS = 250;

const derivations = bulkhead(MAX_DERIVATIONS, MAX_WAITING_DERIVATIONS);
const argon2Async = promisify(argon2);

const deriveKey: typeof argon2Async = (...parameters) =>
  derivations
    .execute(() => argon2Async(...parameters))
    .catch((error: unknown) => {
      if (!(error instanceof Error) || !isBulkheadRejectedError(error)) throw error;
      throw new AppError('serviceDown', { retryAfter: 2 });
    });

// OWASP's recommendation for argon2id: 19 MiB, two passes, one lane.
const ARGON2_PARAMETERS = { memory: 19456, passes: 2, parallelism: 1, tagLength: 32 };

/** argon2id as a PHC string, which carries its own parameters so that they can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await deriveKey('argon2id', { ...ARGON2_PARAMETERS, message: password, nonce });
  const toBase64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${ARGON2_PARAMETERS.memory},t=${ARGON2_PARAMETERS.passes},p=${ARGON2_PARAMETERS.parallelism}$${toBase64(nonce)}$${toBase64(tag)}`;
}

/**
 * Compares in constant time. Without a hash it does the same work and returns false, so that timing does
 * not reveal whether the account exists.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash ?? '');
  if (!match) {
    await hashPassword(password);
    return false;
  }
  const [, memory, passes, parallelism, nonce, tag] = match;
  const expectedTag = Buffer.from(tag!, 'base64');
  const actualTag = await deriveKey('argon2id', {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expectedTag.length,
    message: password,
    nonce: Buffer.from(nonce!, 'base64'),
  });
  return timingSafeEqual(actualTag, expectedTag);
}

type User = { id: number; email: string };

interface ReauthenticationInput {
  password?: string;
  code?: string;
}

/** Requires the password or a mailed code, so that a stolen session alone is not enough. */
export async function reauthenticate(
  context: Context,
  user: User,
  proof: ReauthenticationInput,
): Promise<void> {
  const fields = await findProofErrors(context, user, proof);
  if (Object.keys(fields).length) throw new AppError('validation', { fields });
}

/**
 * Variant for a form with fields of its own: returns the proof's errors by field. A right code is consumed.
 */
export async function findProofErrors(
  { db, clock, secrets }: Pick<Context, 'db' | 'clock' | 'secrets'>,
  user: User,
  { password, code }: ReauthenticationInput,
): Promise<Record<string, string>> {
  if (code) {
    const isCorrect = await db
      .transaction()
      .execute((trx) => consumeLoginCode(trx, user.email, hashLoginCode(secrets, code), clock.now()));
    return isCorrect ? {} : { code: 'identity.wrongCode' };
  }
  if (!password) return { password: 'identity.codeOrPassword', code: 'identity.codeOrPassword' };
  const { password_hash: hash } = await getCredentials(db, user.id);
  return (await verifyPassword(password, hash)) ? {} : { password: 'identity.wrongCurrentPassword' };
}

export async function validatePasswordChange(
  context: Context,
  { actor, body, refused }: PartiallyValidCall<typeof endpoints.updatePassword>,
) {
  const { current_password, code, password, password_confirmation } = body;
  const isDifferent =
    password !== undefined && password_confirmation !== undefined && password !== password_confirmation;
  const user = await getCredentials(context.db, actor.id);
  return {
    current_password: replacesForgottenPassword(user, { current_password, code })
      ? null
      : await findCurrentPasswordError(user, current_password),
    // Only presence is checked here; the code is compared once all else is valid, because it works once.
    code: !code && !refused.has('code') && (await needsCode(context, actor, user)) && 'field.required',
    password: password !== undefined && findPasswordError(password),
    password_confirmation: isDifferent && 'identity.passwordsDiffer',
  };
}

/** Ends all other sessions, which may have been opened with the old password. */
export async function updatePassword(
  context: Context,
  { actor, body }: Call<typeof endpoints.updatePassword>,
) {
  const { db } = context;
  const user = await getCredentials(db, actor.id);
  if (replacesForgottenPassword(user, body) || (await needsCode(context, actor, user)))
    await reauthenticate(context, await getUser(db, actor.id), { code: body.code });
  const passwordHash = await hashPassword(body.password);
  await db.transaction().execute(async (trx) => {
    await updateUser(trx, actor.id, { password_hash: passwordHash });
    await endSessions(trx, actor.id, actor.tokenId);
  });
  return { success: true, code: 0 as const };
}

interface Credentials {
  password_hash: string | null;
  email_verified_at: Date | null;
}

/**
 * Whoever forgot the password signs in by a code; another code then stands for the password, as it would let them in
 * again.
 */
const replacesForgottenPassword = (
  user: Credentials,
  {
    current_password: currentPassword,
    code,
  }: { current_password?: string | undefined; code?: string | undefined },
): boolean =>
  user.password_hash !== null && user.email_verified_at !== null && !currentPassword && Boolean(code);

/** Without a password, a verified address identifies the user. */
async function findCurrentPasswordError(
  user: Credentials,
  currentPassword: string | undefined,
): Promise<string | null> {
  if (user.password_hash === null) return user.email_verified_at ? null : 'identity.verifyFirst';
  if (!currentPassword) return 'field.required';
  return (await verifyPassword(currentPassword, user.password_hash)) ? null : 'identity.wrongCurrentPassword';
}

/**
 * A first password serves as proof for later changes, so a stolen session alone must not set it. An account
 * without a password is signed in to by a code or a linked account only: such a sign-in, if recent, is
 * proof enough.
 */
async function needsCode({ db, clock }: Context, { tokenId }: Actor, user: Credentials): Promise<boolean> {
  if (user.password_hash !== null || !user.email_verified_at) return false;
  const createdAt = await tokenCreatedAt(db, tokenId);
  return !createdAt || !isRecentSignIn(createdAt, clock.now());
}

/** Random text for bearer and payment tokens: 256 bits, safe in headers and URLs. */
export const generateToken = (): string => randomBytes(32).toString('base64url');

const generateLoginCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/**
 * Keyed, because all six-digit codes can be tried against an unkeyed hash. Spaces and dashes between the digits do not
 * count: mail programs and users group them.
 */
export const hashLoginCode = (secrets: Secrets, code: string): Buffer =>
  secrets.hash('login-code', code.replace(/[\s\p{Pd}]/gu, ''));

/** Unkeyed is enough for tokens: 256 random bits cannot be found by trying. */
export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Templates are rendered when the mail is sent, not when it is enqueued. */
export const identityMails = ({ db, clock, secrets }: Context): MailTemplates => ({
  /** The code is generated here so that it exists only in the mail; a retry generates another one. */
  code: async ({ requestId, language }: { requestId: string; language: Language }) => {
    const code = generateLoginCode();
    const request = await setLoginCodeHash(db, requestId, hashLoginCode(secrets, code), clock.now());
    if (!request) return null;
    return {
      to: request.email,
      ...composeMail('code', language, { code }),
      until: request.expires_at.toISOString(),
    };
  },
  deletion: async ({ userId }: { userId: number }) => {
    const { email: to, ...user } = await getContact(db, userId);
    return { to, ...composeMail('deletion', pickLanguage(user.language)) };
  },
});
