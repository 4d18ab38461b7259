import Type from 'typebox';
import { Cents, Data, IdParams, Instant, Nullable, Success, Text } from '../../common.ts';
import { endpoint } from '../../endpoint.ts';
import { decisionOutcomes } from '../../operator-rights.ts';
import { list, period, Reason, RefundedTotal } from './lists.ts';

const module = 'admin';

const Key = Type.Object({ key: Type.String({ pattern: '^[0-9a-f]{8}-[0-9a-f]{24}$', maxLength: 33 }) });

const Objection = Nullable(
  Type.Object({
    text: Type.String(),
    at: Instant,
    outcome: Nullable(Type.Enum(['upheld', 'reversed'])),
    reason: Type.String(),
    decided_at: Nullable(Instant),
  }),
);

const fields = {
  at: Instant,
  role: Type.Enum(['affected', 'reporter'], { description: 'of the reader' }),
  outcome: Type.Enum(decisionOutcomes),
  subject_kind: Type.Enum(['order', 'product', 'sale_place', 'photo', 'review', 'seller', 'user']),
  subject_name: Type.String(),
  amount_cents: Nullable(Cents),
  reason: Type.String(),
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
    method: 'GET',
    path: '/api/v1/decisions/{key}',
    module,
    auth: 'public',
    summary: 'A decision of an operator with its reasons, by the key of the link in the mail about it',
    params: Key,
    reply: Data(Type.Object({ ...fields, can_object: Type.Boolean() }, { $id: 'Decision' })),
    limits: [{ max: 60, window: '1 minute' }],
    errors: ['validation', 'notFound', 'tooMany'],
  }),
  objectToDecision: endpoint({
    method: 'POST',
    path: '/api/v1/decisions/{key}/objection',
    module,
    auth: 'public',
    summary: 'Object to a decision, once and within six months; another operator decides',
    params: Key,
    body: Type.Object({ text: Text(2000, 1) }),
    reply: Success,
    limits: [{ max: 10, window: '1 minute' }],
    errors: ['validation', 'notFound', 'conflict', 'tooMany'],
  }),
  listObjections: objections.rows,
  exportObjections: objections.csv,
  decideObjection: endpoint({
    method: 'POST',
    path: '/api/v1/admin/objections/{id}/decide',
    module,
    auth: 'operator',
    right: 'content_reports.decide',
    summary:
      'Uphold or reverse a decision after an objection. Reversing shows what was hidden, lifts a suspension or block, and ' +
      'hides what a reporter was refused; code 5 when a newer decision says otherwise. For an order, it can refund up to a total in the same step, which needs the right and a recent code. By another operator than who decided, where there is one (else code 5)',
    params: IdParams,
    body: Type.Object({
      outcome: Type.Enum(['upheld', 'reversed']),
      reason: Reason,
      refunded_total_cents: Type.Optional(RefundedTotal),
    }),
    reply: Success,
    errors: ['validation', 'notFound', 'conflict'],
  }),
} as const;
