import type { endpoints } from '@wopack/contract';
import type { Language } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { invalid } from '../../platform/http/error.ts';
import type { AcceptedCall, Call } from '../../platform/http/route.ts';
import { createUser } from './create-user.ts';
import { findCredentialsByEmail, findUserByEmail, useLoginCode } from './identity.queries.ts';
import { issueToken } from './issue-token.ts';
import { passwordMatches } from './password.ts';
import { sha256 } from './secrets.ts';
import { verifyFirstTime } from './verify-first-time.ts';

type Body = Call<typeof endpoints.login>['body'];

/** One of both has to be there, right or wrong. */
export function validateLogin({ body: { password, code }, refused }: AcceptedCall<typeof endpoints.login>) {
  const isThere = password || code || refused.has('password') || refused.has('code');
  const missing = !isThere && 'identity.codeOrPassword';
  return { password: missing, code: missing };
}

export async function login({ db, clock }: Context, { body, language }: Call<typeof endpoints.login>) {
  const now = clock.now();
  const userId = body.code
    ? await byCode(db, body, language, now)
    : await byPassword(db, body.email, body.password ?? '');
  const token = await db
    .transaction()
    .execute((trx) =>
      issueToken(trx, { userId, deviceName: body.device_name, remember: body.remember ?? true, now }),
    );
  return { token, code: 0 as const };
}

async function byPassword(db: Context['db'], email: string, password: string): Promise<number> {
  const user = await findCredentialsByEmail(db, email);
  const right = await passwordMatches(password, user?.password_hash ?? null);
  if (!user || !right) throw invalid('password', 'identity.wrongPassword');
  return user.id;
}

/** A code proves the address: an unknown one gets an account, an unverified one loses what somebody else may have set. */
async function byCode(db: Context['db'], body: Body, language: Language, now: Date): Promise<number> {
  const userId = await db.transaction().execute(async (trx) => {
    if (!(await useLoginCode(trx, body.email, sha256(body.code!.trim()), now))) return null;
    const user = await findUserByEmail(trx, body.email);
    if (!user) return newUser(trx, body, language, now);
    if (user.deleted_at) return 'left';
    if (!user.email_verified_at) await verifyFirstTime(trx, user.id, now);
    return user.id;
  });
  // Thrown outside the transaction, which has to keep the counted try.
  if (userId === null) throw invalid('code', 'identity.wrongCode');
  if (userId === 'left') throw invalid('code', 'identity.left');
  return userId;
}

async function newUser(trx: Trx, { email, ref_link }: Body, language: Language, now: Date): Promise<number> {
  const id = await createUser(trx, {
    name: '',
    email,
    passwordHash: null,
    isOwner: false,
    isPartner: false,
    verified: true,
    refLink: ref_link,
    language,
    now,
  });
  return id ?? (await findUserByEmail(trx, email))!.id;
}
