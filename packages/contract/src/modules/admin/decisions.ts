import Type from 'typebox';
import {
  Cents,
  Data,
  Email,
  endpoint,
  Id,
  IdParams,
  Instant,
  Lines,
  Nullable,
  Photo,
  Success,
  Text,
} from '../../endpoint.ts';
import {
  contentReportGrounds,
  contentReportStates,
  decisionOutcomes,
  decisionReaders,
  decisionSubjects,
  MAX_TEXT_LENGTH,
  objectionOutcomes,
  reportedContents,
} from '../../vocabulary.ts';
import { ProductTextInLanguage } from './content.ts';
import {
  CaseDecision,
  list,
  operatorChange,
  operatorRead,
  period,
  Reason,
  Reference,
  RefundedTotal,
} from './lists.ts';

const module = 'admin';

const contentReportFields = {
  id: Id,
  created_at: Instant,
  state: Type.Enum(contentReportStates),
  subject_kind: Type.Enum(reportedContents),
  subject_id: Type.Integer({
    description:
      'of the product (also for a photo), the user, or the order of a review or of the reply to it',
  }),
  subject_name: Type.String(),
  seller: Reference,
  ground: Type.Enum(contentReportGrounds),
  text: Type.String(),
  reporter: Nullable(Reference),
};

const contentReports = list({
  path: '/api/v1/admin/content_reports',
  right: 'content_reports.view',
  summary: 'Reports of content',
  filters: {
    ...period,
    state: Type.Optional(Type.Enum(contentReportStates)),
    subject_kind: Type.Optional(Type.Enum(reportedContents)),
  },
  sorts: ['created_at'],
  row: Type.Object(contentReportFields, { $id: 'AdminContentReportRow' }),
});

const AdminContentReport = Type.Object(
  {
    ...contentReportFields,
    reporter_email: Nullable(Type.String()),
    photo_path: Nullable(Type.String()),
    subject_text: Type.String({ description: 'description of the product, or text of the review or reply' }),
    subject_texts: Type.Array(ProductTextInLanguage),
    photos: Type.Array(Photo),
    is_hidden: Type.Boolean({ description: 'of the subject, now' }),
    earlier_reports: Type.Integer({ description: 'of the same subject' }),
    decided: CaseDecision,
    reversed: CaseDecision,
  },
  { $id: 'AdminContentReport' },
);

export const reportsOfContent = {
  reportContent: endpoint({
    method: 'POST',
    path: '/api/v1/content_reports',
    module,
    auth: 'optional',
    summary: 'Report content as illegal or against the terms; without a token an `email` gets the answer',
    body: Type.Object({
      subject_kind: Type.Enum(reportedContents),
      subject_id: Id,
      photo_path: Type.Optional(Text(200, 1)),
      ground: Type.Enum(contentReportGrounds),
      text: Lines(MAX_TEXT_LENGTH, 1),
      email: Type.Optional(Email),
    }),
    reply: Data(Type.Object({ id: Id })),
    limits: [
      { max: 10, window: '1 hour' },
      { max: 10, window: '1 hour', by: 'user' },
    ],
    errors: ['validation', 'notFound', 'tooMany'],
  }),
  listContentReports: contentReports.rows,
  exportContentReports: contentReports.csv,
  getContentReport: endpoint({
    ...operatorRead,
    path: '/api/v1/admin/content_reports/{id}',
    right: 'content_reports.view',
    summary: 'A report with what it is about; written to the audit log',
    params: IdParams,
    reply: Data(AdminContentReport),
    errors: ['validation', 'notFound'],
  }),
  decideContentReport: endpoint({
    ...operatorChange,
    path: '/api/v1/admin/content_reports/{id}/decide',
    right: 'content_reports.decide',
    summary:
      'Keep or hide what was reported; reporter and person concerned get the reasons. A reported seller is suspended, ' +
      'which only an owner may',
    params: IdParams,
    body: Type.Object({ decision: Type.Enum(['keep', 'hide']), reason: Reason }),
    reply: Data(AdminContentReport),
    errors: ['validation', 'notFound', 'conflict'],
  }),
} as const;

/** In the body: proxies log paths. */
const key = Type.String({ pattern: '^[0-9a-f]{8}-[0-9a-f]{24}$', maxLength: 33 });

const Objection = Nullable(
  Type.Object({
    text: Type.String(),
    at: Instant,
    outcome: Nullable(Type.Enum(objectionOutcomes)),
    reason: Type.String(),
    decided_at: Nullable(Instant),
    decided_alone: Type.Boolean({
      description: 'by an operator whom it concerns or who decided first, because nobody else could',
    }),
  }),
);

const fields = {
  at: Instant,
  role: Type.Enum(decisionReaders, { description: 'of the reader' }),
  outcome: Type.Enum(decisionOutcomes),
  subject_kind: Type.Enum(decisionSubjects),
  subject_name: Type.String(),
  amount_cents: Nullable(Cents),
  reason: Type.String(),
  decided_alone: Type.Boolean({
    description: 'by an operator whom it concerns, because nobody else could',
  }),
  objection: Objection,
};

const objections = list({
  path: '/api/v1/admin/objections',
  right: 'content_reports.view',
  summary: 'Objections to decisions of operators',
  filters: { ...period, state: Type.Optional(Type.Enum(['open', 'decided'])) },
  sorts: ['objected_at'],
  row: Type.Object(
    {
      id: Type.Integer(),
      ...fields,
      objected_at: Instant,
      subject_id: Type.Integer(),
      user_id: Nullable(Type.Integer()),
      user_name: Type.String(),
      operator_id: Nullable(Type.Integer({ description: 'who decided' })),
      operator_name: Type.String(),
      can_decide: Type.Boolean({ description: 'false: another operator should' }),
    },
    { $id: 'AdminObjection' },
  ),
});

export const decisions = {
  getDecision: endpoint({
    method: 'POST',
    path: '/api/v1/decision',
    module,
    auth: 'public',
    summary: 'A decision of an operator with its reasons, by the key of the link in the mail about it',
    body: Type.Object({ key }),
    reply: Data(Type.Object({ ...fields, can_object: Type.Boolean() }, { $id: 'Decision' })),
    limits: [{ max: 60, window: '1 minute' }],
    errors: ['validation', 'notFound', 'tooMany'],
  }),
  objectToDecision: endpoint({
    method: 'POST',
    path: '/api/v1/decision/objection',
    module,
    auth: 'public',
    summary: 'Object to a decision, once and within six months; another operator decides',
    body: Type.Object({ key, text: Lines(MAX_TEXT_LENGTH, 1) }),
    reply: Success,
    limits: [{ max: 10, window: '1 minute' }],
    errors: ['validation', 'notFound', 'conflict', 'tooMany'],
  }),
  listObjections: objections.rows,
  exportObjections: objections.csv,
  decideObjection: endpoint({
    ...operatorChange,
    path: '/api/v1/admin/objections/{id}/decide',
    right: 'content_reports.decide',
    summary:
      'Uphold or reverse a decision after an objection. Reversing shows what was hidden, lifts a suspension or block, and ' +
      'hides what a reporter was refused; code 5 when a newer decision says otherwise. For an order, it can refund up to a total in the same step, which needs the right and a recent code. By another operator than who decided, where there is one (else code 5)',
    params: IdParams,
    body: Type.Object({
      outcome: Type.Enum(objectionOutcomes),
      reason: Reason,
      refunded_total_cents: Type.Optional(RefundedTotal),
    }),
    reply: Success,
    errors: ['validation', 'notFound', 'conflict'],
  }),
} as const;
