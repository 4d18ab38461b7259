import type { Language } from '@wopack/domain';
import type { Trx } from '../../platform/db/database.ts';
import { findPartnerByReferralCode, insertUser } from './identity.queries.ts';
import { generateReferralCode } from './secrets.ts';

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
  return row?.id ?? null;
}
