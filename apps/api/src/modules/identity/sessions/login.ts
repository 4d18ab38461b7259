import type { endpoints } from '@wopack/contract';
import type { Language } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { type AppError, createValidationError } from '../../../platform/http/app-error.ts';
import type { Call, PartiallyValidCall } from '../../../platform/http/route.ts';
import { composeMail } from '../../../platform/mail/mail.ts';
import { verifyPassword } from '../account/credentials.ts';
import {
  deleteOtherIdentities,
  findCredentialsByEmail,
  findUserByEmail,
  getCredentials,
  lockUser,
  updateUser,
} from '../identity.queries.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { endSessions } from './end-sessions.ts';
import { consumeLoginCode } from './login-codes.ts';
import { findSignInSource, forgetOtherDevices, recordSignIn } from './recognised-devices.ts';
import { createUser } from './register.ts';
import { issueToken } from './sessions.ts';

type LoginBody = Call<typeof endpoints.login>['body'];

/** Requires a password or a code; whether it is right is checked later. */
export function validateLogin({
  body: { password, code },
  refused,
}: PartiallyValidCall<typeof endpoints.login>) {
  const hasCredentials = password || code || refused.has('password') || refused.has('code');
  const missingError = !hasCredentials && 'identity.codeOrPassword';
  return { password: missingError, code: missingError };
}

interface VerifiedLogin {
  userId: number;
  /** Hash the password was compared with; null for a login by code. */
  passwordHash: string | null;
  /** Whether access set up before the address was verified was removed. */
  accessReset: boolean;
  /** Nobody has signed in to the account before, or nobody who had proved its address. */
  isFirst: boolean;
}

export async function login(context: Context, call: Call<typeof endpoints.login>) {
  const { db, clock } = context;
  const { body, request, reply } = call;
  const now = clock.now();
  const verified = body.code
    ? await authenticateByCode(context, call, now)
    : await authenticateByPassword(db, body.email, body.password ?? '');
  const deviceName = body.device_name;
  if ('error' in verified) {
    const { email } = body;
    await recordSecurityEvent(context, db, { kind: 'sign_in_failed', email, request, deviceName });
    throw verified.error;
  }
  const { userId, passwordHash, accessReset, isFirst } = verified;
  return db.transaction().execute(async (trx) => {
    // The password may have been changed or removed since the comparison, and all tokens with it.
    if (passwordHash !== null && !(await isStillPassword(trx, userId, passwordHash)))
      throw createValidationError('password', 'identity.wrongPassword');
    const token = await issueToken(trx, {
      userId,
      deviceName,
      remember: body.remember ?? true,
      isCodeSignIn: passwordHash === null,
      now,
    });
    const device = await recordSignIn(context, trx, { userId, deviceName, request, reply, isFirst });
    return { token, code: 0 as const, ...(accessReset && { access_reset: true }), ...device };
  });
}

/** Thrown by the caller, after what has to be committed. */
interface RefusedLogin {
  error: AppError;
}

const isStillPassword = async (trx: Trx, userId: number, passwordHash: string): Promise<boolean> =>
  (await lockUser(trx, userId)) !== undefined &&
  (await getCredentials(trx, userId)).password_hash === passwordHash;

async function authenticateByPassword(
  db: Context['db'],
  email: string,
  password: string,
): Promise<VerifiedLogin | RefusedLogin> {
  const user = await findCredentialsByEmail(db, email);
  const isCorrect = await verifyPassword(password, user?.password_hash ?? null);
  if (!user || !isCorrect) return { error: createValidationError('password', 'identity.wrongPassword') };
  return { userId: user.id, passwordHash: user.password_hash, accessReset: false, isFirst: false };
}

/** A code proves the address: an unknown one gets an account, an unverified account is reset. */
async function authenticateByCode(
  context: Context,
  { body, language, request }: Call<typeof endpoints.login>,
  now: Date,
): Promise<VerifiedLogin | RefusedLogin> {
  const { email } = body;
  const source = await findSignInSource(context, request);
  const proof = await context.db.transaction().execute(async (trx) => {
    const key = { email, purpose: 'sign_in', userId: null } as const;
    if (!(await consumeLoginCode(context, trx, { ...key, code: body.code!, source }))) return null;
    const user = await findUserByEmail(trx, email);
    if (!user)
      return { userId: await createUserByCode(trx, body, language, now), accessReset: false, isFirst: true };
    if (user.deleted_at) return 'left';
    const userId = user.id;
    const isFirst = !user.email_verified_at;
    const accessReset =
      isFirst && (await verifyEmailAndResetCredentials(context, trx, { userId, language, now }));
    return { userId, accessReset, isFirst };
  });
  if (proof === null) return { error: createValidationError('code', 'identity.wrongCode') };
  if (proof === 'left') return { error: createValidationError('code', 'identity.accountDeleted') };
  return { ...proof, passwordHash: null };
}

async function createUserByCode(
  trx: Trx,
  { email, ref_link }: LoginBody,
  language: Language,
  now: Date,
): Promise<number> {
  const id = await createUser(trx, {
    name: '',
    email,
    passwordHash: null,
    isSeller: false,
    isPartner: false,
    isEmailVerified: true,
    referralCode: ref_link,
    language,
    now,
  });
  return id ?? (await findUserByEmail(trx, email))!.id;
}

interface EmailProof {
  userId: number;
  /** Language of the sign-in: the account's own was chosen by whoever created the account. */
  language: Language;
  now: Date;
  /** The linked account that proves the address, which stays. */
  identity?: { provider: string; subject: string };
}

/**
 * Marks the address as verified and removes the password, tokens and linked accounts that somebody else may
 * have set before; the user is notified by mail. Returns whether anything was removed.
 */
export async function verifyEmailAndResetCredentials(
  { config, jobs }: Pick<Context, 'config' | 'jobs'>,
  trx: Trx,
  { userId, language, now, identity }: EmailProof,
): Promise<boolean> {
  // Locked before anything is removed: a concurrent login has its token already, or waits and gets none.
  const user = await lockUser(trx, userId);
  if (!user || user.email_verified_at) return false;
  const tokens = await endSessions(trx, userId, null);
  await forgetOtherDevices({ config }, trx, userId, null);
  const identities = await deleteOtherIdentities(trx, userId, identity ?? null);
  await updateUser(trx, userId, { email_verified_at: now, password_hash: null });
  if (!user.has_password && tokens + identities === 0) return false;
  const url = `${config.publicUrl}/account/password`;
  await jobs.enqueue(trx, 'notifications.send-mail', {
    to: user.email,
    ...composeMail('accessReset', language, { url }),
  });
  return true;
}
