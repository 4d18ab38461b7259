import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { CodePurpose, endpoints } from '@wopack/contract';
import { getLocale, type Language, parseUserAgent, pickLanguage } from '@wopack/domain';
import { bulkhead, isBulkheadRejectedError } from 'cockatiel';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { type Actor, type Call, type PartiallyValidCall, SUCCESS } from '../../../platform/http/route.ts';
import { composeMail, composeSentence, type MailTemplates } from '../../../platform/mail/mail.ts';
import { findVerifiedContact, getContact, getCredentials, getUser, updateUser } from '../identity.queries.ts';
import { findPasswordError, isRecentSignIn } from '../identity.rules.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { endSessions, lockSession } from '../sessions/end-sessions.ts';
import { consumeLoginCode, deriveLoginCode } from '../sessions/login-codes.ts';
import { forgetOtherDevices } from '../sessions/recognised-devices.ts';
import { endCodeSignIn, findLoginCode, findSignIn } from '../sessions/sessions.queries.ts';

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

/** Requires the password or a code mailed for the purpose, so that a stolen session alone is not enough. */
export async function reauthenticate(
  context: Context,
  user: User,
  proof: ReauthenticationInput,
  purpose: CodePurpose,
): Promise<void> {
  const fields = await findProofErrors(context, user, proof, purpose);
  if (Object.keys(fields).length) throw new AppError('validation', { fields });
}

/**
 * Variant for a form with fields of its own: returns the proof's errors by field. A right code is consumed.
 */
export async function findProofErrors(
  context: Pick<Context, 'db' | 'clock' | 'secrets'>,
  user: User,
  { password, code }: ReauthenticationInput,
  purpose: CodePurpose,
): Promise<Record<string, string>> {
  const { db } = context;
  if (code) {
    const { id: userId, email } = user;
    const isCorrect = await db
      .transaction()
      .execute((trx) => consumeLoginCode(context, trx, { email, purpose, userId, code }));
    return isCorrect ? {} : { code: 'identity.wrongCode' };
  }
  if (!password) return { password: 'identity.codeOrPassword', code: 'field.required' };
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
  const proof = await findRequiredProof(context, actor, user, body);
  return {
    current_password: proof === 'currentPassword' && (await findCurrentPasswordError(user, current_password)),
    // Only presence is checked here; the code is compared once all else is valid, because it works once.
    code: proof === 'code' && !code && !refused.has('code') && 'field.required',
    password: password !== undefined && findPasswordError(password),
    password_confirmation: isDifferent && 'identity.passwordsDiffer',
  };
}

/** Ends all other sessions, which may have been opened with the old password. */
export async function updatePassword(
  context: Context,
  { actor, body, request }: Call<typeof endpoints.updatePassword>,
) {
  const { db } = context;
  const user = await getCredentials(db, actor.id);
  if ((await findRequiredProof(context, actor, user, body)) === 'code')
    await reauthenticate(context, await getUser(db, actor.id), { code: body.code }, 'password');
  const passwordHash = await hashPassword(body.password);
  await db.transaction().execute(async (trx) => {
    await lockSession(trx, actor);
    await updateUser(trx, actor.id, { password_hash: passwordHash });
    await endCodeSignIn(trx, actor.tokenId);
    await endSessions(trx, actor.id, actor.tokenId);
    await forgetOtherDevices(context, trx, actor.id, request);
    await recordSecurityEvent(context, trx, { kind: 'password_changed', userId: actor.id, request });
  });
  return SUCCESS;
}

interface Credentials {
  password_hash: string | null;
  email_verified_at: Date | null;
}

/**
 * What a new password requires. Whoever forgot the password signs in by a code, which is proof enough for some minutes;
 * later another code stands for the password, as it would let them in again. Without a password, any recent sign-in is
 * proof enough: it was by a code or a linked account. A first password serves as proof for later changes, so a stolen
 * session alone must not set it. None of this holds for an address that nobody has proved.
 */
async function findRequiredProof(
  { db, clock }: Context,
  { tokenId }: Actor,
  user: Credentials,
  {
    current_password: currentPassword,
    code,
  }: { current_password?: string | undefined; code?: string | undefined },
): Promise<'currentPassword' | 'code' | 'recentSignIn'> {
  if (!user.email_verified_at) return 'currentPassword';
  if (user.password_hash !== null && currentPassword) return 'currentPassword';
  if (user.password_hash !== null && code) return 'code';
  const signIn = await findSignIn(db, tokenId);
  const isRecent = signIn !== undefined && isRecentSignIn(signIn.created_at, clock.now());
  if (user.password_hash === null) return isRecent ? 'recentSignIn' : 'code';
  return isRecent && signIn.is_code_sign_in ? 'recentSignIn' : 'currentPassword';
}

async function findCurrentPasswordError(
  user: Credentials,
  currentPassword: string | undefined,
): Promise<string | null> {
  if (user.password_hash === null) return 'identity.verifyFirst';
  if (!currentPassword) return 'field.required';
  return (await verifyPassword(currentPassword, user.password_hash)) ? null : 'identity.wrongCurrentPassword';
}

/** Templates are rendered when the mail is sent, not when it is enqueued. */
export const identityMails = ({ db, clock, secrets, config }: Context): MailTemplates => ({
  /** The code is derived here so that it is in no row and no job. */
  code: async ({ requestId, language }: { requestId: string; language: Language }) => {
    const request = await findLoginCode(db, requestId, clock.now());
    if (!request) return null;
    const { email, purpose, expires_at: expiresAt } = request;
    const code = deriveLoginCode(secrets, purpose, requestId);
    const values = { code, purpose: composeSentence(`mail.code.purpose.${purpose}`, language, {}) };
    return {
      to: email,
      ...composeMail('code', language, values),
      until: expiresAt.toISOString(),
    };
  },
  newDevice: async ({ userId, deviceName, at }: { userId: number; deviceName: string; at: string }) => {
    const user = await findVerifiedContact(db, userId);
    // A stranger may have made the account; nobody has proved its address.
    if (!user) return null;
    const language = pickLanguage(user.language);
    const format = new Intl.DateTimeFormat(getLocale(language), {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: config.operatorTimeZone,
    });
    const { browser, system } = parseUserAgent(deviceName);
    const url = `${config.publicUrl}/account/devices`;
    // Never the name that was sent, which is anybody's text.
    const device = [browser, system].filter(Boolean).join(', ');
    return {
      to: user.email,
      ...composeMail('newDevice', language, {
        device: device || composeSentence('mail.unknownDevice', language, {}),
        at: format.format(new Date(at)),
        url,
      }),
    };
  },
  deletion: async ({ userId }: { userId: number }) => {
    const { email: to, ...user } = await getContact(db, userId);
    return { to, ...composeMail('deletion', pickLanguage(user.language)) };
  },
});
