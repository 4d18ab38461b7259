import { timingSafeEqual } from 'node:crypto';
import type {
  DecisionOutcome,
  DecisionReader,
  DecisionSubject,
  endpoints,
  RefundGround,
} from '@wopack/contract';
import { DAY_MS, formatCents, getLocale, type Language, pickLanguage } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Call } from '../../../platform/http/route.ts';
import { composeMail, composeSentence, insertNote, type MailTemplates } from '../../../platform/mail/mail.ts';
import { translate } from '../../../platform/messages/translate.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { listConcernedUsers } from '../own-cases/own-cases.queries.ts';
import {
  type DecisionRow,
  findDecision,
  findRecipient,
  getRecipientLanguage,
  insertDecision,
} from './decisions.queries.ts';

interface Decision {
  /** Null: a command on the server. */
  operatorId: number | null;
  /** Null: a reporter without an account, who has an `email`. */
  userId: number | null;
  email?: string | null;
  /** Language of a reader without an account. */
  language?: Language;
  role?: DecisionReader;
  subject: { kind: DecisionSubject; id: number; name: string };
  outcome: DecisionOutcome;
  amountCents?: number | null;
  /** Put before the reason. */
  ground?: RefundGround | undefined;
  reason: string;
  /** Put before the reason: from when it holds. */
  endsAt?: Date;
  contentReportId?: number | null;
  /** The claim or pair of sale places that it follows from. */
  cause?: readonly ['place_claim' | 'look_alike', id: number];
}

const describeEnd = (
  { operatorTimeZone: timeZone }: Pick<Context['config'], 'operatorTimeZone'>,
  endsAt: Date,
  language: Language,
): string =>
  translate('admin.endsOn', language, {
    date: new Intl.DateTimeFormat(getLocale(language), { dateStyle: 'long', timeZone }).format(endsAt),
  });

/**
 * Records a statement of reasons for one person and sends it to them by mail, whatever channel they chose: it has legal
 * effect. Source: Regulation (EU) 2022/2065, articles 16 (5) and 17.
 */
export async function recordDecision(
  { clock, jobs, config }: Pick<Context, 'clock' | 'jobs' | 'config'>,
  trx: Trx,
  { operatorId, userId, email = null, subject, role = 'affected', ...decision }: Decision,
): Promise<void> {
  const language = userId === null ? (decision.language ?? 'en') : await getRecipientLanguage(trx, userId);
  const { ground = 'other' } = decision;
  const reason = [
    decision.endsAt && describeEnd(config, decision.endsAt, pickLanguage(language)),
    decision.reason.trim(),
  ]
    .filter(Boolean)
    .join('\n\n');
  const contentReportId = decision.contentReportId ?? null;
  const isAlone = await isAboutOperator(trx, operatorId, [
    [subject.kind, subject.id],
    ...(contentReportId === null ? [] : [['content_report', contentReportId] as const]),
    ...(decision.cause ? [decision.cause] : []),
  ]);
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
    content_report_id: contentReportId,
    decided_alone: isAlone,
  });
  await jobs.enqueue(trx, 'notifications.send-mail', { template: 'decision', decisionId: id });
}

/** Whoever decides on a case of their own is the only one who can: the calls of the console refuse it otherwise. */
async function isAboutOperator(
  trx: Trx,
  operatorId: number | null,
  subjects: readonly (readonly [DecisionSubject | 'content_report' | 'place_claim' | 'look_alike', number])[],
): Promise<boolean> {
  if (operatorId === null) return false;
  for (const [kind, id] of subjects)
    if ((await listConcernedUsers(trx, kind, id)).includes(operatorId)) return true;
  return false;
}

const ID_BYTES = 4;
const MAC_BYTES = 12;

/** Opens the page of a decision and grants nothing else. Not stored. */
export function createDecisionKey(secrets: Secrets, id: number): string {
  const idBytes = Buffer.alloc(ID_BYTES);
  idBytes.writeUInt32BE(id);
  return `${idBytes.toString('hex')}-${secrets.hash('decision', String(id)).subarray(0, MAC_BYTES).toString('hex')}`;
}

export async function getDecisionByKey({ db, secrets }: Context, key: string): Promise<DecisionRow> {
  const id = Number.parseInt(key.slice(0, ID_BYTES * 2), 16);
  const isValid = timingSafeEqual(Buffer.from(key), Buffer.from(createDecisionKey(secrets, id)));
  const decision = isValid && (await findDecision(db, id));
  if (!decision) throw new AppError('notFound');
  return decision;
}

/** Six months. Source: Regulation (EU) 2022/2065, article 20 (1). */
const OBJECTION_MS = 183 * DAY_MS;
/** Long enough for an answer to an objection of the last day. */
export const GUEST_RETENTION_MS = OBJECTION_MS + 30 * DAY_MS;

/** Outcomes in the recipient's favour, to which there is no objection. */
const FAVOURABLE_OUTCOMES: Record<DecisionRow['role'], readonly DecisionOutcome[]> = {
  affected: ['shown', 'kept', 'reinstated', 'payouts_released', 'unblocked'],
  reporter: ['hidden', 'suspended', 'removed', 'blocked'],
};

export const canObject = (decision: DecisionRow, now: Date): boolean =>
  decision.objected_at === null &&
  !FAVOURABLE_OUTCOMES[decision.role].includes(decision.outcome) &&
  now.getTime() - decision.created_at.getTime() <= OBJECTION_MS;

export const buildDecisionView = (row: DecisionRow) => ({
  at: row.created_at.toISOString(),
  role: row.role,
  outcome: row.outcome,
  subject_kind: row.subject_kind,
  subject_name: row.subject_name,
  amount_cents: row.amount_cents,
  reason: row.reason,
  decided_alone: row.decided_alone,
  objection:
    row.objection === null
      ? null
      : {
          text: row.objection,
          at: row.objected_at!.toISOString(),
          outcome: row.objection_outcome,
          reason: row.objection_reason ?? '',
          decided_at: row.objection_decided_at?.toISOString() ?? null,
          decided_alone: row.objection_decided_alone,
        },
});

export async function getDecision(context: Context, { body }: Call<typeof endpoints.getDecision>) {
  const decision = await getDecisionByKey(context, body.key);
  return {
    data: { ...buildDecisionView(decision), can_object: canObject(decision, context.clock.now()) },
  };
}

/** What is hidden is not the pack itself, whose name is that of the subject. */
const PARTS_OF_SUBJECTS: readonly DecisionSubject[] = ['photo', 'review', 'review_reply'];

/** Rendered when they are sent, so that the link is not stored in the job table. */
export const decisionMails = ({ db, clock, config, secrets }: Context): MailTemplates => {
  const loadMail = async (decisionId: number) => {
    const decision = await findDecision(db, decisionId);
    const recipient = decision && (await findRecipient(db, decisionId));
    if (!recipient) return null;
    const language = pickLanguage(decision.language);
    const values = {
      name:
        recipient.is_proved && !PARTS_OF_SUBJECTS.includes(decision.subject_kind)
          ? decision.subject_name
          : {
              composed: translate(`mail.decision.about.${decision.subject_kind}`, language, {
                id: decision.subject_id,
              }),
            },
      amount: formatCents(decision.amount_cents ?? 0, language),
      reason: decision.reason,
      answer: decision.objection_reason ?? '',
      url: `${config.publicUrl}/decisions#${createDecisionKey(secrets, decisionId)}`,
    };
    return { to: recipient.email, decision, language, values };
  };
  const addNote = (mail: ReturnType<typeof composeMail>, isAlone: boolean) =>
    isAlone ? insertNote(mail, translate('mail.decidedAlone', mail.language)) : mail;
  return {
    decision: async ({ decisionId }: { decisionId: number }) => {
      const mail = await loadMail(decisionId);
      if (!mail) return null;
      const { to, decision, language, values } = mail;
      const summary = composeSentence(`mail.decision.${decision.role}.${decision.outcome}`, language, values);
      const text = canObject(decision, clock.now()) ? 'text' : 'textWithoutObjection';
      const composed = composeMail('decision', language, { ...values, summary }, { text });
      return { to, ...addNote(composed, decision.decided_alone) };
    },
    objectionDecided: async ({ decisionId }: { decisionId: number }) => {
      const mail = await loadMail(decisionId);
      if (!mail) return null;
      const { to, decision, language, values } = mail;
      return {
        to,
        ...addNote(
          composeMail('objectionDecided', language, values, { text: decision.objection_outcome! }),
          decision.objection_decided_alone,
        ),
      };
    },
  };
};
