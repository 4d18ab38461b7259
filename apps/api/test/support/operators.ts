import type { OperatorRole } from '@wopack/contract';
import { generate, generateSecret } from 'otplib';
import { generateToken, sha256 } from '../../src/modules/identity/index.ts';
import { createTestUser, type TestContext, type TestUser } from './builders.ts';
import type { TestApp } from './test-app.ts';

/** Sets up the second factor of an operator who has not confirmed one. */
export const ENROLMENT_KEY = 'enrolment-key';

const FAR_FUTURE = new Date('2099-01-01T00:00:00Z');

type Test = TestContext & Pick<TestApp, 'context'>;

interface OperatorOptions {
  name?: string;
  /** The last confirmation of the second factor; by default money and roles are open. */
  confirmedAt?: Date;
  /** Who gets the role; by default somebody new. */
  user?: TestUser;
}

/** An operator with a session of the console, whose token is the user's here. */
export async function createTestOperator(
  test: Test,
  role: OperatorRole,
  { name = 'Inês Duarte', confirmedAt = FAR_FUTURE, ...options }: OperatorOptions = {},
): Promise<TestUser> {
  const user = options.user ?? (await createTestUser(test, { name }));
  await grantOperatorRole(test, user, role);
  const token = generateToken();
  await test.db
    .insertInto('operator_sessions')
    .values({
      user_id: user.id,
      token_id: await getTokenId(test, user),
      credentials_version: (
        await test.db
          .selectFrom('users')
          .select('credentials_version')
          .where('id', '=', user.id)
          .executeTakeFirstOrThrow()
      ).credentials_version,
      hash: sha256(token),
      created_at: test.clock.now(),
      last_seen_at: test.clock.now(),
      confirmed_at: confirmedAt,
      expires_at: FAR_FUTURE,
    })
    .execute();
  return { ...user, token, call: test.client(token) };
}

/** Id of the session that the user signed in with. */
export const getTokenId = async ({ db }: Pick<TestApp, 'db'>, { token }: TestUser): Promise<number> =>
  (await db.selectFrom('tokens').select('id').where('hash', '=', sha256(token)).executeTakeFirstOrThrow()).id;

/** Gives the user an operator's role with a confirmed second factor, or one that is still to be confirmed. */
export async function grantOperatorRole(
  { db, clock, context }: Test,
  { id }: TestUser,
  role: OperatorRole,
  { isConfirmed = true }: { isConfirmed?: boolean } = {},
): Promise<{ secret: string; code: () => Promise<string> }> {
  const secret = generateSecret();
  const values = {
    role,
    totp_secret: context.secrets.encrypt('totp', secret),
    totp_confirmed_at: isConfirmed ? clock.now() : null,
    last_totp_step: 0,
    enrolment_hash: isConfirmed ? null : sha256(ENROLMENT_KEY),
    enrolment_expires_at: isConfirmed ? null : FAR_FUTURE,
  };
  await db
    .insertInto('operators')
    .values({ user_id: id, created_at: clock.now(), ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
  return { secret, code: () => generateCode(clock.now(), secret) };
}

export const generateCode = (now: Date, secret: string): Promise<string> =>
  generate({ secret, epoch: Math.floor(now.getTime() / 1000) });
