import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import { blankError, invalid } from '../../platform/http/error.ts';
import type { AcceptedCall, Call } from '../../platform/http/route.ts';
import { createUser } from './create-user.ts';
import { findUserByEmail } from './identity.queries.ts';
import { issueToken } from './issue-token.ts';
import { passwordProblem } from './password.rules.ts';
import { hashPassword } from './password.ts';

export async function validateRegistration(
  { db }: Context,
  { body: { name, email, password, check_terms } }: AcceptedCall<typeof endpoints.register>,
) {
  return {
    name: blankError(name),
    email: email !== undefined && (await findUserByEmail(db, email)) && 'identity.emailTaken',
    password: password !== undefined && passwordProblem(password),
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
      isOwner: body.is_owner ?? false,
      isPartner: body.is_partner ?? false,
      verified: false,
      refLink: body.ref_link,
      language,
      now,
    });
    // Somebody else was faster.
    if (userId === null) throw invalid('email', 'identity.emailTaken');
    const token = await issueToken(trx, {
      userId,
      deviceName: body.device_name,
      remember: body.remember ?? true,
      now,
    });
    return { token, code: 0 as const };
  });
}
