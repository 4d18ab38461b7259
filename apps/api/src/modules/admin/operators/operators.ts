import type { OperatorRole, SecurityEventKind } from '@wopack/contract';
import { getFullName } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { normalizeEmail } from '../../../platform/email-address.ts';
import { AppError, createValidationError } from '../../../platform/http/app-error.ts';
import { SUCCESS } from '../../../platform/http/route.ts';
import { endSessions, lockUser, recordSecurityEvent } from '../../identity/index.ts';
import { createList } from '../lists/list.ts';
import type { OperatorCall, RecordAudit } from '../operator-route.ts';
import { type AuditRow, filterAuditEntries, recordCommand, selectAuditEntries } from './audit.queries.ts';
import { createEnrolmentAddress, mailEnrolmentKey } from './enrolment.ts';
import {
  deleteOperator,
  deleteSessionsOf,
  filterOperators,
  findUserByEmail,
  getOperatorRow,
  insertOperator,
  lockOperator,
  lockOwners,
  type OperatorRow,
  replaceRecoveryCodes,
  selectOperators,
  updateOperator,
} from './operators.queries.ts';

const buildOperatorView = (row: OperatorRow) => ({
  ...row,
  id: row.user_id,
  name: getFullName(row.name, row.surname),
  has_totp: row.totp_confirmed_at !== null,
  last_seen_at: row.last_seen_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});

const viewOperator = async ({ db, clock }: Context, userId: number) => ({
  data: buildOperatorView(await getOperatorRow(db, userId, clock.now())),
});

export const createOperatorList = (context: Context) =>
  createList(context, 'Operators', {
    file: 'operators',
    filter: filterOperators,
    select: (rows) => selectOperators(rows, context.clock.now()),
    sorts: {
      id: { column: 'operators.user_id', type: 'integer' },
      created_at: { column: 'operators.created_at', type: 'timestamptz' },
    },
    key: { column: 'operators.user_id', type: 'integer' },
    build: buildOperatorView,
    csv: ['id', 'name', 'email', 'role', 'has_totp', 'sessions', 'last_seen_at', 'created_at'],
  });

const buildAuditView = (row: AuditRow) => ({
  ...row,
  id: String(row.id),
  at: row.at.toISOString(),
  operator_name: row.operator_name ?? '',
  request: row.request_id,
  before: row.before ? JSON.stringify(row.before) : '',
  after: row.after ? JSON.stringify(row.after) : '',
});

export const createAuditList = (context: Context) =>
  createList(context, 'AuditEntries', {
    file: 'audit',
    showsPeople: false,
    filter: filterAuditEntries,
    period: 'entry.at',
    select: selectAuditEntries,
    sorts: { id: { column: 'entry.id', type: 'bigint' } },
    key: { column: 'entry.id', type: 'bigint' },
    build: buildAuditView,
    csv: [
      'id',
      'at',
      'operator_id',
      'operator_name',
      'action',
      'subject_kind',
      'subject_id',
      'reason',
      { request_id: 'request' },
      'before',
      'after',
    ],
  });

export async function inviteOperator(context: Context, { body, record }: OperatorCall<'inviteOperator'>) {
  const { db, clock } = context;
  const { role, reason } = body;
  const user = await findUserByEmail(db, body.email);
  if (!user) throw createValidationError('email', 'admin.unknownUser');
  await db.transaction().execute(async (trx) => {
    if (!(await insertOperator(trx, { user_id: user.id, role, created_at: clock.now() })))
      throw new AppError('conflict', { message: 'admin.alreadyOperator' });
    await endSessions(trx, user.id, null);
    await recordSecurityEvent(context, trx, byAnother('role_changed', user.id));
    await record(trx, { subject: ['operator', user.id], after: { role }, reason: reason.trim() });
    await mailEnrolmentKey(context, trx, user.id, 'invitation');
  });
  return viewOperator(context, user.id);
}

/** Network and device are those of whoever changed it, and are nobody else's business. */
const byAnother = (kind: SecurityEventKind, userId: number) => ({ kind, userId, request: null });

interface OperatorChange {
  reason: string;
  record: RecordAudit;
  keepsOwner: boolean;
  /** Whether the ordinary sessions end too: whoever has one could set up the second factor of another role. */
  endsSignIns: boolean;
  event?: SecurityEventKind;
}

/** Runs a change of an operator, recorded with its reason. Refused when no owner would be left. */
async function changeOperator(
  context: Pick<Context, 'db' | 'clock' | 'log'>,
  id: number,
  { reason, record, keepsOwner, endsSignIns, event }: OperatorChange,
  change: (trx: Trx, role: OperatorRole) => Promise<object>,
): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    await lockUser(trx, id);
    const owners = await lockOwners(trx);
    const operator = await lockOperator(trx, id);
    if (!operator) throw new AppError('notFound');
    if (!keepsOwner && owners.length === 1 && owners[0] === id)
      throw new AppError('conflict', { message: 'admin.lastOwner' });
    const after = await change(trx, operator.role);
    if (endsSignIns) await endSessions(trx, id, null);
    await deleteSessionsOf(trx, id);
    if (event) await recordSecurityEvent(context, trx, byAnother(event, id));
    await record(trx, {
      subject: ['operator', id],
      before: { role: operator.role },
      after,
      reason: reason.trim(),
    });
  });
}

export async function updateOperatorRole(
  context: Context,
  { params: { id }, body: { role, reason }, record }: OperatorCall<'updateOperatorRole'>,
) {
  await changeOperator(
    context,
    id,
    { reason, record, keepsOwner: role === 'owner', endsSignIns: true, event: 'role_changed' },
    async (trx) => {
      await updateOperator(trx, id, { role });
      return { role };
    },
  );
  return viewOperator(context, id);
}

export async function removeOperator(
  context: Context,
  { params: { id }, body: { reason }, record }: OperatorCall<'removeOperator'>,
) {
  await changeOperator(
    context,
    id,
    { reason, record, keepsOwner: false, endsSignIns: true, event: 'role_changed' },
    async (trx) => {
      await deleteOperator(trx, id);
      return { role: null };
    },
  );
  return SUCCESS;
}

async function forgetSecondFactor(trx: Trx, userId: number): Promise<void> {
  await updateOperator(trx, userId, {
    totp_secret: null,
    totp_confirmed_at: null,
    enrolment_hash: null,
    enrolment_expires_at: null,
  });
  await replaceRecoveryCodes(trx, userId, []);
}

export async function resetOperatorTotp(
  context: Context,
  { params: { id }, body: { reason }, record }: OperatorCall<'resetOperatorTotp'>,
) {
  await changeOperator(
    context,
    id,
    { reason, record, keepsOwner: true, endsSignIns: true, event: 'second_factor_changed' },
    async (trx, role) => {
      await forgetSecondFactor(trx, id);
      await mailEnrolmentKey(context, trx, id, 'reset');
      return { role, has_totp: false };
    },
  );
  return viewOperator(context, id);
}

export async function endOperatorSessions(
  context: Context,
  { params: { id }, body: { reason }, record }: OperatorCall<'endOperatorSessions'>,
) {
  await changeOperator(
    context,
    id,
    { reason, record, keepsOwner: true, endsSignIns: false },
    async (_trx, role) => ({
      role,
      sessions: 0,
    }),
  );
  return viewOperator(context, id);
}

/**
 * Makes the user of an e-mail address an owner, by the command on the server. Nobody can reset the second factor of the
 * only owner, so that the command does: whoever runs it owns the server. Without a second factor, `address` is where it
 * is set up. Returns null when nothing was to be done.
 */
export async function createOwner(
  context: Pick<Context, 'db' | 'clock' | 'config' | 'log'>,
  email: string,
): Promise<{ outcome: 'owner' | 'reset'; address: string | null } | null> {
  const { db, clock } = context;
  const now = clock.now();
  const user = await findUserByEmail(db, normalizeEmail(email));
  if (!user)
    throw new Error(`${email} has no account with a confirmed address: sign up and confirm it first.`);
  return db.transaction().execute(async (trx) => {
    await lockUser(trx, user.id);
    const owners = await lockOwners(trx);
    const isNew = await insertOperator(trx, { user_id: user.id, role: 'owner', created_at: now });
    const { role, totp_confirmed_at } = (await lockOperator(trx, user.id))!;
    const wasOwner = !isNew && role === 'owner';
    const isReset = wasOwner && owners.length === 1 && totp_confirmed_at !== null;
    if (wasOwner && !isReset && totp_confirmed_at) return null;
    if (isReset) await forgetSecondFactor(trx, user.id);
    else await updateOperator(trx, user.id, { role: 'owner' });
    const hasTotp = !isReset && totp_confirmed_at !== null;
    const address = hasTotp ? null : await createEnrolmentAddress(context, trx, user.id);
    await endSessions(trx, user.id, null);
    await deleteSessionsOf(trx, user.id);
    if (!wasOwner) await recordSecurityEvent(context, trx, byAnother('role_changed', user.id));
    if (isReset) await recordSecurityEvent(context, trx, byAnother('second_factor_changed', user.id));
    await recordCommand(context, trx, 'admin', {
      subject: ['operator', user.id],
      before: isNew ? undefined : { role, has_totp: totp_confirmed_at !== null },
      after: { role: 'owner', has_totp: hasTotp },
    });
    return { outcome: isReset ? 'reset' : 'owner', address };
  });
}
