import { randomInt } from 'node:crypto';
import type { endpoints } from '@wopack/contract';
import type { Language } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { createValidationError, getBlankError } from '../../../platform/http/app-error.ts';
import type { Call, PartiallyValidCall } from '../../../platform/http/route.ts';
import { hashPassword } from '../account/credentials.ts';
import { findPartnerByReferralCode, findUserByEmail, insertUser } from '../identity.queries.ts';
import { findPasswordError } from '../identity.rules.ts';
import { acceptVersionsInForce } from '../legal-texts/legal-texts.ts';
import { recordSignIn } from './recognised-devices.ts';
import { issueToken } from './sessions.ts';

export async function validateRegistration(
  { db }: Context,
  { body: { name, email, password, check_terms }, refused }: PartiallyValidCall<typeof endpoints.register>,
) {
  const errors = {
    name: getBlankError(name),
    password: password !== undefined && findPasswordError(password),
    check_terms: check_terms === false && 'identity.terms',
  };
  // That an address is taken is said only where a free one would make an account: else many could be asked about unseen.
  const isRefused = refused.size > 0 || Object.values(errors).some(Boolean);
  if (isRefused || email === undefined) return errors;
  return { ...errors, email: (await findUserByEmail(db, email)) && 'identity.emailTaken' };
}

export async function register(
  context: Context,
  { body, language, request, reply }: Call<typeof endpoints.register>,
) {
  const { db, clock } = context;
  const passwordHash = await hashPassword(body.password);
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const userId = await createUser(trx, {
      name: body.name.trim(),
      email: body.email,
      passwordHash,
      isSeller: body.is_owner ?? false,
      isPartner: body.is_partner ?? false,
      isEmailVerified: false,
      referralCode: body.ref_link,
      language,
      now,
    });
    // A concurrent registration took the address.
    if (userId === null) throw createValidationError('email', 'identity.emailTaken');
    const token = await issueToken(trx, {
      userId,
      deviceName: body.device_name,
      remember: body.remember ?? true,
      now,
    });
    const deviceName = body.device_name;
    const device = await recordSignIn(context, trx, { userId, deviceName, request, reply, isFirst: true });
    return { token, code: 0 as const, ...device };
  });
}

export interface NewUser {
  name: string;
  email: string;
  passwordHash: string | null;
  isSeller: boolean;
  isPartner: boolean;
  isEmailVerified: boolean;
  referralCode: string | undefined;
  language: Language;
  now: Date;
}

/**
 * Returns null when the e-mail address has an account already. `referred_by` is set here and never changed
 * afterwards.
 */
export async function createUser(trx: Trx, user: NewUser): Promise<number | null> {
  const partner = user.referralCode ? await findPartnerByReferralCode(trx, user.referralCode) : undefined;
  const row = await insertUser(trx, {
    name: user.name,
    email: user.email,
    password_hash: user.passwordHash,
    email_verified_at: user.isEmailVerified ? user.now : null,
    is_seller: user.isSeller,
    is_partner: user.isPartner,
    language: user.language,
    referral_code: generateReferralCode(),
    referred_by: partner?.id ?? null,
    terms_accepted_at: user.now,
    created_at: user.now,
  });
  if (!row) return null;
  await acceptVersionsInForce(trx, { userId: row.id, isPartner: user.isPartner, now: user.now });
  return row.id;
}

/**
 * For the link by which a partner refers others, without characters that look alike. Here because every user gets a
 * code, and the module of partners stands on this one.
 */
export function generateReferralCode(): string {
  const letters = '23456789abcdefghjkmnpqrstuvwxyz';
  return Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');
}
