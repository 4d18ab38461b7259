import { timingSafeEqual } from 'node:crypto';
import {
  type DecisionOutcome,
  type endpoints,
  hasRight,
  type OperatorRight,
  type OperatorRole,
  operatorRoles,
  type RefundGround,
} from '@wopack/contract';
import { formatCents, type Language, pickLanguage } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import type { DecisionSubject } from '../../../platform/db/schema.ts';
import { AppError, createValidationError, getBlankError } from '../../../platform/http/app-error.ts';
import type { Call, OperatorActor, PartiallyValidCall } from '../../../platform/http/route.ts';
import type { MailTemplates } from '../../../platform/mail/mail.ts';
import { translate } from '../../../platform/messages/translate.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { createList } from '../lists/list.ts';
import type { OperatorCall } from '../operator-route.ts';
import { REFUSED_FOR_STEP_UP } from '../operators/audit.queries.ts';
import {
  type DecisionRow,
  filterObjections,
  findDecision,
  findReader,
  getReaderLanguage,
  hasOtherDecider,
  insertDecision,
  lockDecision,
  type ObjectionRow,
  saveObjection,
  saveObjectionOutcome,
  selectObjections,
} from './decisions.queries.ts';

/** Nobody decides on what is theirs, or on what they bought or reported. */
export function assertNotOwnCase(
  operatorId: number,
  concernedIds: readonly (number | null | undefined)[],
): void {
  if (concernedIds.includes(operatorId)) throw new AppError('conflict', { message: 'admin.ownCase' });
}

interface Decision {
  /** Null: a command on the server. */
  operatorId: number | null;
  /** Null: a reporter without an account, who has an `email`. */
  userId: number | null;
  email?: string | null;
  /** Of a reader without an account. */
  language?: Language;
  role?: 'affected' | 'reporter';
  subject: { kind: DecisionSubject; id: number; name: string };
  outcome: DecisionOutcome;
  amountCents?: number | null;
  /** Put before the reason. */
  ground?: RefundGround | undefined;
  reason: string;
  contentReportId?: number | null;
}

/**
 * Records a statement of reasons for one person and sends it to them by mail, whatever channel they chose: it has legal
 * effect. Source: Regulation (EU) 2022/2065, articles 16 (5) and 17.
 */
export async function recordDecision(
  { clock, jobs }: Pick<Context, 'clock' | 'jobs'>,
  trx: Trx,
  { operatorId, userId, email = null, subject, role = 'affected', ...decision }: Decision,
): Promise<void> {
  const language = userId === null ? (decision.language ?? 'en') : await getReaderLanguage(trx, userId);
  const { ground = 'other' } = decision;
  const reason = decision.reason.trim();
  const id = await insertDecision(trx, {
    created_at: clock.now(),
    operator_id: operatorId,
    user_id: userId,
    email: userId === null ? email : null,
    language,
    role,
    subject_kind: subject.kind,
    subject_id: subject.id,
    subject_name: subject.name,
    outcome: decision.outcome,
    amount_cents: decision.amountCents ?? null,
    reason:
      ground === 'other'
        ? reason
        : `${translate(`admin.grounds.${ground}`, pickLanguage(language))}. ${reason}`,
    content_report_id: decision.contentReportId ?? null,
  });
  await jobs.enqueue(trx, 'notifications.send-mail', { template: 'decision', decisionId: id });
}

const ID_BYTES = 4;
const MAC_BYTES = 12;

/** Opens the page of a decision and grants nothing else. Not stored. */
export function createDecisionKey(secrets: Secrets, id: number): string {
  const idBytes = Buffer.alloc(ID_BYTES);
  idBytes.writeUInt32BE(id);
  return `${idBytes.toString('hex')}-${secrets.hash('decision', String(id)).subarray(0, MAC_BYTES).toString('hex')}`;
}

async function getDecisionOfKey({ db, secrets }: Context, key: string): Promise<DecisionRow> {
  const id = Number.parseInt(key.slice(0, ID_BYTES * 2), 16);
  const isValid = timingSafeEqual(Buffer.from(key), Buffer.from(createDecisionKey(secrets, id)));
  const decision = isValid && id <= 2147483647 && (await findDecision(db, id));
  if (!decision) throw new AppError('notFound');
  return decision;
}

const DAY_MS = 86_400_000;
/** Six months. Source: Regulation (EU) 2022/2065, article 20 (1). */
const OBJECTION_MS = 183 * DAY_MS;

/** What takes nothing from its reader. */
const FAVOURABLE_OUTCOMES: Record<DecisionRow['role'], readonly DecisionOutcome[]> = {
  affected: ['shown', 'kept', 'reinstated', 'payouts_released', 'unblocked'],
  reporter: ['hidden', 'suspended', 'removed', 'blocked'],
};

const canObject = (decision: DecisionRow, now: Date): boolean =>
  decision.objected_at === null &&
  !FAVOURABLE_OUTCOMES[decision.role].includes(decision.outcome) &&
  now.getTime() - decision.created_at.getTime() <= OBJECTION_MS;

const buildDecisionView = (row: DecisionRow) => ({
  at: row.created_at.toISOString(),
  role: row.role,
  outcome: row.outcome,
  subject_kind: row.subject_kind,
  subject_name: row.subject_name,
  amount_cents: row.amount_cents,
  reason: row.reason,
  objection:
    row.objection === null
      ? null
      : {
          text: row.objection,
          at: row.objected_at!.toISOString(),
          outcome: row.objection_outcome,
          reason: row.objection_reason ?? '',
          decided_at: row.objection_decided_at?.toISOString() ?? null,
        },
});

export async function getDecision(context: Context, { params }: Call<typeof endpoints.getDecision>) {
  const decision = await getDecisionOfKey(context, params.key);
  return {
    data: { ...buildDecisionView(decision), can_object: canObject(decision, context.clock.now()) },
  };
}

export const validateObjection = ({ body }: PartiallyValidCall<typeof endpoints.objectToDecision>) => ({
  text: getBlankError(body.text),
});

export async function objectToDecision(
  context: Context,
  { params, body }: Call<typeof endpoints.objectToDecision>,
) {
  const { id } = await getDecisionOfKey(context, params.key);
  const now = context.clock.now();
  await context.db.transaction().execute(async (trx) => {
    const decision = (await lockDecision(trx, id))!;
    if (decision.objection === body.text.trim()) return;
    if (!canObject(decision, now)) throw new AppError('conflict', { message: 'admin.objectionClosed' });
    await saveObjection(trx, id, body.text.trim(), now);
  });
  return { success: true, code: 0 as const };
}

export const createObjectionList = (context: Context) =>
  createList(context, {
    name: 'objections',
    filter: (db, query: OperatorCall<'listObjections'>['query'], period) =>
      filterObjections(db, query, period),
    select: selectObjections,
    sorts: { objected_at: { column: 'decisions.objected_at', type: 'timestamptz' } },
    key: { column: 'decisions.id', type: 'integer' },
    build: (row: ObjectionRow) => ({
      id: row.id,
      ...buildDecisionView(row),
      objected_at: row.objected_at!.toISOString(),
      subject_id: row.subject_id,
      user_id: row.user_id,
      user_name: row.user_name ?? '',
      operator_id: row.operator_id,
      operator_name: row.operator_name ?? '',
      can_decide: row.objection_decided_at === null,
    }),
    cells: {
      id: ({ id }) => id,
      decided_at: ({ at }) => at,
      outcome: ({ outcome }) => outcome,
      subject_kind: ({ subject_kind }) => subject_kind,
      subject_id: ({ subject_id }) => subject_id,
      subject: ({ subject_name }) => subject_name,
      reason: ({ reason }) => reason,
      objected_at: ({ objected_at }) => objected_at,
      objection: ({ objection }) => objection?.text ?? '',
      objection_outcome: ({ objection }) => objection?.outcome ?? '',
    },
  });

/** Undoes a decision. Passed in, because the modules of content record decisions themselves. */
type ReverseDecision = (
  context: Context,
  trx: Trx,
  decision: DecisionRow,
  by: { actor: OperatorActor; reason: string; refundedTotalCents: number | undefined },
) => Promise<void>;

/** What undoing a decision needs besides the right to decide objections: what making it needs. */
const rightsToReverse: Partial<Record<DecisionOutcome, OperatorRight>> = {
  suspended: 'sellers.suspend',
  blocked: 'users.manage',
  payouts_held: 'sellers.hold_payouts',
};

export async function decideObjection(
  context: Context,
  { actor, params, body, record }: OperatorCall<'decideObjection'>,
  reverse: ReverseDecision,
) {
  const { db, clock, jobs } = context;
  const reason = body.reason.trim();
  const { refunded_total_cents: refundedTotalCents } = body;
  const change = db.transaction().execute(async (trx) => {
    const decision = await lockDecision(trx, params.id);
    if (!decision?.objected_at) throw new AppError('notFound');
    if (decision.objection_decided_at) throw new AppError('conflict', { message: 'admin.objectionDecided' });
    const isKeptSeller = decision.outcome === 'kept' && decision.subject_kind === 'seller';
    const right = isKeptSeller ? 'sellers.suspend' : rightsToReverse[decision.outcome];
    if (refundedTotalCents !== undefined && (decision.subject_kind !== 'order' || body.outcome === 'upheld'))
      throw createValidationError('refunded_total_cents', 'field.unknown');
    const isAllowed = (role: OperatorRole) =>
      hasRight(role, 'content_reports.decide') && (!right || hasRight(role, right));
    if (body.outcome === 'reversed') {
      const { role, isSteppedUp } = actor.operator;
      const isRefund = refundedTotalCents !== undefined;
      if (!isAllowed(role) || (isRefund && !hasRight(role, 'orders.refund')))
        throw new AppError('notAllowed');
      if ((isRefund || decision.outcome === 'payouts_held') && !isSteppedUp)
        throw new AppError('notAllowed', { message: 'admin.stepUp', fields: { step_up: 'admin.stepUp' } });
    }
    const isInvolved = decision.operator_id === actor.id || decision.user_id === actor.id;
    if (isInvolved && (await hasOtherDecider(trx, actor.id, operatorRoles.filter(isAllowed))))
      throw new AppError('conflict', { message: 'admin.otherOperatorDecides' });
    await saveObjectionOutcome(trx, decision.id, {
      objection_operator_id: actor.id,
      objection_outcome: body.outcome,
      objection_reason: reason,
      objection_decided_at: clock.now(),
    });
    if (body.outcome === 'reversed')
      await reverse(context, trx, decision, { actor, reason, refundedTotalCents });
    await record(trx, {
      subject: [decision.subject_kind, decision.subject_id],
      before: { decision: decision.id, outcome: decision.outcome },
      after: { objection: body.outcome, refunded_cents: refundedTotalCents },
      reason,
    });
    await jobs.enqueue(trx, 'notifications.send-mail', {
      template: 'objectionDecided',
      decisionId: decision.id,
    });
  });
  try {
    await change;
  } catch (error) {
    // Its own transaction is rolled back.
    if (error instanceof AppError && error.details.fields?.step_up)
      await record(db, { subject: ['decision', params.id], after: REFUSED_FOR_STEP_UP });
    throw error;
  }
  return { success: true, code: 0 as const };
}

/** Rendered when they are sent, so that the link is not stored in the job table. */
export const adminMails = ({ db, config, secrets }: Context): MailTemplates => {
  const loadMail = async (decisionId: number) => {
    const decision = await findDecision(db, decisionId);
    const to = decision && (await findReader(db, decisionId));
    if (!to) return null;
    const language = pickLanguage(decision.language);
    const values = {
      name: decision.subject_name,
      amount: formatCents(decision.amount_cents ?? 0, language),
      reason: decision.reason,
      answer: decision.objection_reason ?? '',
      url: `${config.publicUrl}/decisions/${createDecisionKey(secrets, decisionId)}`,
    };
    return { to, decision, language, values };
  };
  return {
    decision: async ({ decisionId }: { decisionId: number }) => {
      const mail = await loadMail(decisionId);
      if (!mail) return null;
      const { to, decision, language, values } = mail;
      const summary = translate(`mail.decision.${decision.role}.${decision.outcome}`, language, values);
      return {
        to,
        url: values.url,
        subject: translate('mail.decision.subject', language, values),
        text: translate('mail.decision.text', language, { ...values, summary }),
        language,
      };
    },
    objectionDecided: async ({ decisionId }: { decisionId: number }) => {
      const mail = await loadMail(decisionId);
      if (!mail) return null;
      const { to, decision, language, values } = mail;
      return {
        to,
        url: values.url,
        subject: translate('mail.objectionDecided.subject', language, values),
        text: translate(`mail.objectionDecided.${decision.objection_outcome}`, language, values),
        language,
      };
    },
  };
};
