import { randomInt } from 'node:crypto';
import { type Endpoint, endpoints, listRights } from '@wopack/contract';
import { getFullName, HOUR_MS, MINUTE_MS } from '@wopack/domain';
import { generateSecret, generateURI, verify } from 'otplib';
import type { Context } from '../../../platform/context.ts';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { AppError, assertNoErrors, createValidationError } from '../../../platform/http/app-error.ts';
import { type Actor, type Call, type OperatorAuthenticator, SUCCESS } from '../../../platform/http/route.ts';
import { raiseAlert } from '../../../platform/observability/alert.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import {
  findProofErrors,
  generateToken,
  lockToken,
  recordSecurityEvent,
  sha256,
} from '../../identity/index.ts';
import type { OperatorCall } from '../operator-route.ts';
import { countRefusals, insertAuditEntry, REFUSED_FOR_STEP_UP } from './audit.queries.ts';
import { isEnrolmentKey } from './enrolment.ts';
import {
  countRecoveryCodes,
  deleteSession,
  findOperator,
  findOperatorSession,
  insertSession,
  lockOperator,
  replaceRecoveryCodes,
  updateOperator,
  updateSession,
  useRecoveryCode,
} from './operators.queries.ts';
import { getRefundLimit } from './refund-limit.ts';

const SESSION_MS = 12 * 60 * MINUTE_MS;
/** How long a confirmation of the second factor opens money and roles. */
const STEP_UP_MS = 5 * MINUTE_MS;
const RECOVERY_CODE_COUNT = 10;

const endpointNames = new Map<Endpoint, string>(
  Object.entries(endpoints).map(([name, endpoint]) => [endpoint, name]),
);

export const createOperatorAuthenticator = ({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): OperatorAuthenticator => ({
  /** Use does not extend the session. */
  async authenticate(token) {
    const now = clock.now();
    const session = await findOperatorSession(db, sha256(token));
    if (!session || session.expires_at <= now) return null;
    const { session_id: sessionId, confirmed_at, expires_at, last_seen_at, role, ...user } = session;
    if (now.getTime() - last_seen_at.getTime() > MINUTE_MS)
      await updateSession(db, sessionId, { last_seen_at: now });
    const steppedUpUntil = new Date(confirmed_at.getTime() + STEP_UP_MS);
    return {
      ...user,
      lastVisitAt: null,
      device: null,
      tokenId: sessionId,
      operator: {
        role,
        sessionId,
        sessionExpiresAt: expires_at,
        steppedUpUntil,
        isSteppedUp: now < steppedUpUntil,
      },
    };
  },
  async recordStaleStepUp({ id }, endpoint, requestId) {
    await insertAuditEntry(db, {
      at: clock.now(),
      operatorId: id,
      action: endpointNames.get(endpoint)!,
      after: REFUSED_FOR_STEP_UP,
      requestId,
    });
  },
});

const toRecord = (role: string, hasTotp: boolean) => ({ role, has_totp: hasTotp });

async function requireOperator(db: DbOrTrx, userId: number) {
  const operator = await findOperator(db, userId);
  if (!operator) throw new AppError('notAllowed');
  return operator;
}

export async function getOperatorAccount(
  { db }: Context,
  { actor }: Call<typeof endpoints.getOperatorAccount>,
) {
  const { role, totp_confirmed_at } = await requireOperator(db, actor.id);
  const codesLeft = await countRecoveryCodes(db, actor.id);
  return { data: { role, has_totp: totp_confirmed_at !== null, recovery_codes_left: codesLeft } };
}

/** A stolen session alone is not enough: the key comes from a mail, password or code from the user. */
async function findEnrolmentErrors(
  context: Context,
  operator: NonNullable<Awaited<ReturnType<typeof findOperator>>>,
  { key, ...proof }: Call<typeof endpoints.setUpTotp>['body'],
): Promise<Record<string, string>> {
  const isRightKey = isEnrolmentKey(operator, key, context.clock.now());
  const hasProof = Boolean(proof.password || proof.code);
  // Neither is a code consumed nor a password compared for whoever has no key.
  if (isRightKey || !hasProof)
    return {
      ...(!isRightKey && { key: 'admin.enrolmentEnded' }),
      ...(await findProofErrors(
        context,
        { id: operator.user_id, email: operator.email },
        proof,
        'second_factor',
      )),
    };
  return { key: 'admin.enrolmentEnded' };
}

export async function setUpTotp(context: Context, call: Call<typeof endpoints.setUpTotp>) {
  const { db, clock, secrets } = context;
  const { actor, body, request } = call;
  const enrolling = await requireOperator(db, actor.id);
  if (enrolling.totp_confirmed_at) throw new AppError('conflict', { message: 'admin.totpConfirmed' });
  await recordRefusal(
    context,
    'setUpTotp',
    call,
    findEnrolmentErrors(context, enrolling, body).then(assertNoErrors),
  );
  const secret = generateSecret();
  await db.transaction().execute(async (trx) => {
    const operator = await lockOperator(trx, actor.id);
    if (!operator) throw new AppError('notAllowed');
    if (operator.totp_confirmed_at) throw new AppError('conflict', { message: 'admin.totpConfirmed' });
    // Another mail may have been sent meanwhile.
    if (!isEnrolmentKey(operator, body.key, clock.now()))
      throw createValidationError('key', 'admin.enrolmentEnded');
    await updateOperator(trx, actor.id, { totp_secret: secrets.encrypt('totp', secret) });
    await insertAuditEntry(trx, {
      at: clock.now(),
      operatorId: actor.id,
      action: 'setUpTotp',
      subject: ['operator', actor.id],
      requestId: request.id,
    });
  });
  return { data: { secret, uri: generateURI({ issuer: 'WoPack', label: enrolling.email, secret }) } };
}

/** The thirty-second step of a valid code; null when the code is wrong or its step was used already. */
async function findTotpStep(
  secrets: Secrets,
  { totp_secret, last_totp_step }: { totp_secret: string | null; last_totp_step: number },
  code: string,
  now: Date,
): Promise<number | null> {
  const secret = totp_secret && secrets.decrypt('totp', totp_secret);
  const token = code.replace(/\s/g, '');
  if (!secret || !/^\d{6}$/.test(token)) return null;
  const result = await verify({
    secret,
    token,
    epoch: Math.floor(now.getTime() / 1000),
    // Clocks of phones differ.
    epochTolerance: 30,
  });
  if (!result.valid || !('timeStep' in result) || result.timeStep <= last_totp_step) return null;
  return result.timeStep;
}

const RECOVERY_ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';

/** E.g. 'k7xw2-9mfqt': 49 bits. */
const generateRecoveryCode = (): string =>
  Array.from({ length: 10 }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)])
    .join('')
    .replace(/^.{5}/, '$&-');

const hashRecoveryCode = (secrets: Secrets, code: string): Buffer =>
  secrets.hash('recovery-code', code.toLowerCase().replace(/[^a-z0-9]/g, ''));

async function renewCodes(secrets: Secrets, trx: Trx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, generateRecoveryCode);
  await replaceRecoveryCodes(
    trx,
    userId,
    codes.map((code) => hashRecoveryCode(secrets, code)),
  );
  return codes;
}

/** Accepts a code of the app or a recovery code, once. */
async function confirmSecondFactor(
  { clock, secrets }: Pick<Context, 'clock' | 'secrets'>,
  trx: Trx,
  operator: NonNullable<Awaited<ReturnType<typeof lockOperator>>>,
  code: string,
): Promise<void> {
  const step = await findTotpStep(secrets, operator, code, clock.now());
  if (step !== null) return void (await updateOperator(trx, operator.user_id, { last_totp_step: step }));
  if (!(await useRecoveryCode(trx, operator.user_id, hashRecoveryCode(secrets, code))))
    throw createValidationError('code', 'identity.wrongCode');
}

/** Refusals within an hour after which somebody may be guessing; every further multiple alerts again. */
const REFUSALS_TO_ALERT = 5;

/** Writes a refused code, key or password to the audit log: its own transaction is rolled back. Many raise an alert. */
async function recordRefusal<T>(
  context: Pick<Context, 'db' | 'clock' | 'config' | 'jobs' | 'log'>,
  action: string,
  { actor, request }: Pick<Call<typeof endpoints.setUpTotp>, 'actor' | 'request'>,
  enter: Promise<T>,
): Promise<T> {
  try {
    return await enter;
  } catch (error) {
    const [refused] = Object.keys((error instanceof AppError && error.details.fields) || {});
    if (refused) await recordRefusedField(context, action, { actor, request }, refused);
    throw error;
  }
}

async function recordRefusedField(
  context: Pick<Context, 'db' | 'clock' | 'config' | 'jobs' | 'log'>,
  action: string,
  { actor, request }: Pick<Call<typeof endpoints.setUpTotp>, 'actor' | 'request'>,
  refused: string,
): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  await insertAuditEntry(db, {
    at: now,
    operatorId: actor.id,
    action,
    subject: ['operator', actor.id],
    after: { refused },
    requestId: request.id,
  });
  const count = await countRefusals(db, actor.id, new Date(now.getTime() - HOUR_MS));
  if (count % REFUSALS_TO_ALERT === 0)
    await raiseAlert(context, 'second_factor', [`operator ${actor.id}: ${count} refused within an hour`]);
}

/** Ends with the sign-in it is entered with. */
async function startSession(
  { clock }: Pick<Context, 'clock'>,
  trx: Trx,
  { id: userId, tokenId }: Pick<Actor, 'id' | 'tokenId'>,
) {
  const now = clock.now();
  const signIn = await lockToken(trx, tokenId);
  if (!signIn) throw new AppError('notSignedIn');
  const token = generateToken();
  const expiresAt = new Date(now.getTime() + SESSION_MS);
  await insertSession(trx, {
    user_id: userId,
    token_id: tokenId,
    credentials_version: signIn.credentials_version,
    hash: sha256(token),
    created_at: now,
    last_seen_at: now,
    confirmed_at: now,
    expires_at: expiresAt,
  });
  return { token, expires_at: expiresAt.toISOString() };
}

export function confirmTotp(context: Context, call: Call<typeof endpoints.confirmTotp>) {
  const { db, clock, secrets } = context;
  const { actor, body, request } = call;
  const enter = db.transaction().execute(async (trx) => {
    const operator = await lockOperator(trx, actor.id);
    if (!operator) throw new AppError('notAllowed');
    if (operator.totp_confirmed_at) throw new AppError('conflict', { message: 'admin.totpConfirmed' });
    // Whoever began in time has to end in time.
    if (!operator.enrolment_expires_at || operator.enrolment_expires_at <= clock.now())
      throw new AppError('conflict', { message: 'admin.enrolmentEnded' });
    const step = await findTotpStep(secrets, operator, body.code, clock.now());
    if (step === null) throw createValidationError('code', 'identity.wrongCode');
    await updateOperator(trx, actor.id, {
      totp_confirmed_at: clock.now(),
      last_totp_step: step,
      enrolment_hash: null,
      enrolment_expires_at: null,
    });
    await insertAuditEntry(trx, {
      at: clock.now(),
      operatorId: actor.id,
      action: 'confirmTotp',
      subject: ['operator', actor.id],
      before: toRecord(operator.role, false),
      after: toRecord(operator.role, true),
      requestId: request.id,
    });
    const event = { kind: 'second_factor_changed', userId: actor.id, request } as const;
    await recordSecurityEvent(context, trx, event);
    const recoveryCodes = await renewCodes(secrets, trx, actor.id);
    return { data: { ...(await startSession(context, trx, actor)), recovery_codes: recoveryCodes } };
  });
  return recordRefusal(context, 'confirmTotp', call, enter);
}

export function startOperatorSession(context: Context, call: Call<typeof endpoints.startOperatorSession>) {
  const { db, clock } = context;
  const { actor, body, request } = call;
  const enter = db.transaction().execute(async (trx) => {
    const operator = await lockOperator(trx, actor.id);
    if (!operator) throw new AppError('notAllowed');
    if (!operator.totp_confirmed_at) throw new AppError('conflict', { message: 'admin.totpMissing' });
    await confirmSecondFactor(context, trx, operator, body.code);
    await insertAuditEntry(trx, {
      at: clock.now(),
      operatorId: actor.id,
      action: 'startOperatorSession',
      subject: ['operator', actor.id],
      requestId: request.id,
    });
    const session = await startSession(context, trx, actor);
    return { data: { ...session, recovery_codes_left: await countRecoveryCodes(trx, actor.id) } };
  });
  return recordRefusal(context, 'startOperatorSession', call, enter);
}

export async function getOperator({ db, config }: Context, { actor }: OperatorCall<'getOperator'>) {
  const { name, surname, email, avatar_path } = await requireOperator(db, actor.id);
  const { role, sessionExpiresAt, steppedUpUntil, isSteppedUp } = actor.operator;
  return {
    data: {
      id: actor.id,
      name: getFullName(name, surname),
      email,
      avatar_path,
      role,
      rights: listRights(role),
      refund_limit_cents: getRefundLimit({ config }, role),
      time_zone: config.operatorTimeZone,
      session_expires_at: sessionExpiresAt.toISOString(),
      step_up_until: isSteppedUp ? steppedUpUntil.toISOString() : null,
      recovery_codes_left: await countRecoveryCodes(db, actor.id),
    },
  };
}

export async function endOperatorSession(
  { db }: Context,
  { actor, record }: OperatorCall<'endOperatorSession'>,
) {
  await db.transaction().execute(async (trx) => {
    await deleteSession(trx, actor.operator.sessionId);
    await record(trx, { subject: ['operator', actor.id] });
  });
  return SUCCESS;
}

export async function stepUpOperator(context: Context, call: OperatorCall<'stepUpOperator'>) {
  const { db, clock } = context;
  const { actor, body, record } = call;
  const now = clock.now();
  const confirm = db.transaction().execute(async (trx) => {
    const operator = await lockOperator(trx, actor.id);
    if (!operator) throw new AppError('notAllowed');
    await confirmSecondFactor(context, trx, operator, body.code);
    await updateSession(trx, actor.operator.sessionId, { confirmed_at: now });
    await record(trx, { subject: ['operator', actor.id] });
  });
  await recordRefusal(context, 'stepUpOperator', call, confirm);
  return { data: { step_up_until: new Date(now.getTime() + STEP_UP_MS).toISOString() } };
}

export async function renewRecoveryCodes(
  context: Context,
  { actor, record, request }: OperatorCall<'renewRecoveryCodes'>,
) {
  const { db, secrets } = context;
  const codes = await db.transaction().execute(async (trx) => {
    await record(trx, { subject: ['operator', actor.id] });
    await recordSecurityEvent(context, trx, { kind: 'second_factor_changed', userId: actor.id, request });
    return renewCodes(secrets, trx, actor.id);
  });
  return { data: { recovery_codes: codes } };
}
