import type { endpoints } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import { createValidationError, getBlankError } from '../../../platform/http/app-error.ts';
import type { Call, PartiallyValidCall } from '../../../platform/http/route.ts';
import { hashPassword } from '../account/hash-password.ts';
import { findPasswordError } from '../account/password.rules.ts';
import { createUser } from '../create-user.ts';
import { findUserByEmail } from '../identity.queries.ts';
import { issueToken } from './issue-token.ts';

export async function validateRegistration(
  { db }: Context,
  { body: { name, email, password, check_terms } }: PartiallyValidCall<typeof endpoints.register>,
) {
  return {
    name: getBlankError(name),
    email: email !== undefined && (await findUserByEmail(db, email)) && 'identity.emailTaken',
    password: password !== undefined && findPasswordError(password),
    check_terms: check_terms === false && 'identity.terms',
  };
}

export async function register({ db, clock }: Context, { body, language }: Call<typeof endpoints.register>) {
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
    return { token, code: 0 as const };
  });
}
