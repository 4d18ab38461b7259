import { randomUUID } from 'node:crypto';
import type { CodePurpose, endpoints } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError, createValidationError } from '../../../platform/http/app-error.ts';
import { type Call, SUCCESS } from '../../../platform/http/route.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { getContact } from '../identity.queries.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { getCodeExpiry, isGuessed, isMailDue, isReplaced } from './login-codes.rules.ts';
import { findSignInSource, hashCodeSource, type SignInSource } from './recognised-devices.ts';
import {
  compareLoginCode,
  deleteCodeAttemptsOf,
  insertLoginCode,
  type LoginCodeKey,
  lockLoginCode,
  updateLoginCode,
} from './sessions.queries.ts';

/**
 * Derived from the request for it, so that the same code can be sent again although nothing but its hash is stored.
 * The key is in neither database nor backup.
 */
export function deriveLoginCode(secrets: Secrets, purpose: CodePurpose, requestId: string): string {
  const random = secrets.hash('login-code-value', `${purpose} ${requestId}`).readUIntBE(0, 6);
  return String(random % 1_000_000).padStart(6, '0');
}

/**
 * Keyed, because all six-digit codes can be tried against an unkeyed hash. Spaces and dashes between the digits do not
 * count: mail programs and users group them.
 */
export const hashLoginCode = (secrets: Secrets, purpose: CodePurpose, code: string): Buffer =>
  secrets.hash('login-code', `${purpose} ${code.replace(/[\s\p{Pd}]/gu, '')}`);

/**
 * Does the same work for known and unknown addresses, so that neither answer nor timing reveals which
 * exist.
 */
export async function sendCode(context: Context, call: Call<typeof endpoints.sendCode>) {
  const { db, jobs } = context;
  const { actor, body, language, request } = call;
  const purpose = body.purpose ?? 'sign_in';
  const isSignIn = purpose === 'sign_in';
  if (!isSignIn) await assertMayAsk(context, call, purpose);
  const key: LoginCodeKey = { email: body.email, purpose, userId: isSignIn ? null : actor!.id };
  const source = isSignIn ? await findSignInSource(context, request) : null;
  await db.transaction().execute(async (trx) => {
    const requestId = await prepareCode(context, trx, key, source);
    if (requestId !== null)
      await jobs.enqueue(
        trx,
        'notifications.send-mail',
        { template: 'code', requestId, language },
        { urgent: true },
      );
    const deviceName = body.device_name;
    await recordSecurityEvent(context, trx, { kind: 'code_sent', email: body.email, request, deviceName });
  });
  return SUCCESS;
}

/** Strangers get no mail that names another purpose than signing in. */
async function assertMayAsk(
  { db }: Context,
  { actor, body }: Call<typeof endpoints.sendCode>,
  purpose: CodePurpose,
): Promise<void> {
  if (!actor) throw new AppError('notSignedIn');
  if (purpose === 'verify_email') return;
  const { email } = await getContact(db, actor.id);
  if (email !== body.email) throw createValidationError('email', 'identity.notYourAddress');
}

/**
 * The id of the code to be mailed; null when the mailbox got it a moment ago. The same statements run for a new code and
 * for one that is sent again.
 */
async function prepareCode(
  { clock, secrets }: Pick<Context, 'clock' | 'secrets'>,
  trx: Trx,
  key: LoginCodeKey,
  source: SignInSource | null,
): Promise<string | null> {
  const now = clock.now();
  const requestId = randomUUID();
  // In the order of the columns of `lockLoginCode`: the update is the same whatever it writes.
  const created = {
    request_id: requestId,
    user_id: key.userId,
    hash: hashLoginCode(secrets, key.purpose, deriveLoginCode(secrets, key.purpose, requestId)),
    failed_attempts: 0,
    sent_at: now,
    sent_count: 1,
    expires_at: getCodeExpiry(now),
  };
  const isNew = await insertLoginCode(trx, key, created);
  const code = await lockLoginCode(trx, key);
  // A concurrent sign-in has used it.
  if (!code) return null;
  const change = isNew || isReplaced(code, now) ? created : describeRepetition(code, now);
  // Whoever asks again may guess again, but the guesses of all networks stay counted.
  if (!isGuessed(code)) await deleteCodeAttemptsOf(trx, code.request_id, hashCodeSource(secrets, source));
  await updateLoginCode(trx, code.request_id, change ?? code);
  return change?.request_id ?? null;
}

type StoredLoginCode = NonNullable<Awaited<ReturnType<typeof lockLoginCode>>>;

/** Null when no mail is due. A code that many have guessed at lives no longer. */
function describeRepetition(code: StoredLoginCode, now: Date) {
  if (!isMailDue(code, now)) return null;
  return {
    ...code,
    sent_count: code.sent_count + 1,
    sent_at: now,
    expires_at: isGuessed(code) ? code.expires_at : getCodeExpiry(now),
  };
}

/** Returns true at most once per code. Without a source, only the account that the code belongs to can guess. */
export const consumeLoginCode = (
  { clock, secrets }: Pick<Context, 'clock' | 'secrets'>,
  trx: Trx,
  { code, source = null, ...key }: LoginCodeKey & { code: string; source?: SignInSource | null },
): Promise<boolean> =>
  compareLoginCode(
    trx,
    key,
    hashLoginCode(secrets, key.purpose, code),
    {
      source: hashCodeSource(secrets, source),
      network: secrets.hash('login-code-source', source?.recognisedDevice ? '' : (source?.wideNetwork ?? '')),
      isRecognisedDevice: source?.recognisedDevice !== undefined && source?.recognisedDevice !== null,
    },
    clock.now(),
  );
