import type { endpoints } from '@wopack/contract';
import type { Language } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { invalid } from '../../platform/http/error.ts';
import type { AcceptedCall, Call } from '../../platform/http/route.ts';
import { lockUser } from './account.queries.ts';
import { createUser } from './create-user.ts';
import {
  findCredentials,
  findCredentialsByEmail,
  findUserByEmail,
  useLoginCode,
} from './identity.queries.ts';
import { issueToken } from './issue-token.ts';
import { passwordMatches } from './password.ts';
import { hashCode } from './secrets.ts';
import { verifyFirstTime } from './verify-first-time.ts';

type Body = Call<typeof endpoints.login>['body'];

/** One of both has to be there, right or wrong. */
export function validateLogin({ body: { password, code }, refused }: AcceptedCall<typeof endpoints.login>) {
  const isThere = password || code || refused.has('password') || refused.has('code');
  const missing = !isThere && 'identity.codeOrPassword';
  return { password: missing, code: missing };
}

interface Proof {
  userId: number;
  /** The one that was right; null by a code. */
  passwordHash: string | null;
  /** What was set on the account before its address was proven is gone. */
  accessReset: boolean;
}

export async function login(context: Context, { body, language }: Call<typeof endpoints.login>) {
  const { db, clock } = context;
  const now = clock.now();
  const { userId, passwordHash, accessReset } = body.code
    ? await byCode(context, body, language, now)
    : await byPassword(db, body.email, body.password ?? '');
  const token = await db.transaction().execute(async (trx) => {
    // The password may have been changed or removed since it was compared, and all tokens with it.
    if (passwordHash !== null && !(await isStillPassword(trx, userId, passwordHash)))
      throw invalid('password', 'identity.wrongPassword');
    return issueToken(trx, { userId, deviceName: body.device_name, remember: body.remember ?? true, now });
  });
  return { token, code: 0 as const, ...(accessReset && { access_reset: true }) };
}

const isStillPassword = async (trx: Trx, userId: number, passwordHash: string): Promise<boolean> =>
  (await lockUser(trx, userId)) !== undefined &&
  (await findCredentials(trx, userId)).password_hash === passwordHash;

async function byPassword(db: Context['db'], email: string, password: string): Promise<Proof> {
  const user = await findCredentialsByEmail(db, email);
  const right = await passwordMatches(password, user?.password_hash ?? null);
  if (!user || !right) throw invalid('password', 'identity.wrongPassword');
  return { userId: user.id, passwordHash: user.password_hash, accessReset: false };
}

/** A code proves the address: an unknown one gets an account, an unverified one loses what somebody else may have set. */
async function byCode(context: Context, body: Body, language: Language, now: Date): Promise<Proof> {
  const proof = await context.db.transaction().execute(async (trx) => {
    if (!(await useLoginCode(trx, body.email, hashCode(context.secrets, body.code!.trim()), now)))
      return null;
    const user = await findUserByEmail(trx, body.email);
    if (!user) return { userId: await newUser(trx, body, language, now), accessReset: false };
    if (user.deleted_at) return 'left';
    const userId = user.id;
    const accessReset =
      !user.email_verified_at && (await verifyFirstTime(context, trx, { userId, language, now }));
    return { userId, accessReset };
  });
  // Thrown outside the transaction, which has to keep the counted try.
  if (proof === null) throw invalid('code', 'identity.wrongCode');
  if (proof === 'left') throw invalid('code', 'identity.left');
  return { ...proof, passwordHash: null };
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
