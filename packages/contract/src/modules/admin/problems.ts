import Type from 'typebox';
import { Cents, Data, endpoint, Id, IdParams, Instant, Lines, Nullable } from '../../endpoint.ts';
import { MAX_TEXT_LENGTH, problemDecisions, problemStates } from '../../vocabulary.ts';
import { OrderState, quantityFields, ReturnedUnits } from '../orders/orders.ts';
import { ReportMessage } from '../orders/seller-orders.ts';
import { list, operatorChange, operatorRead, period, Reason, Reference } from './lists.ts';
import { Ground, reportFields } from './orders.ts';

const problemFields = {
  id: Type.Integer({ description: 'of its order' }),
  created_at: Instant,
  state: Type.Enum(problemStates, {
    description: 'waiting: for an operator, 72 hours are over; answered: by the seller',
  }),
  text: Type.String(),
  waits_minutes: Nullable(Type.Integer({ description: 'since it was reported; null when answered' })),
  buyer: Reference,
  seller: Reference,
  sale_place: Reference,
  product: Reference,
  price_cents: Cents,
  refunded_cents: Cents,
  order_state: OrderState,
  question_at: Nullable(
    Type.String({ format: 'date-time', description: 'of a question to the seller without reply' }),
  ),
  seller_message_at: Nullable(
    Type.String({ format: 'date-time', description: 'of the last message of the seller' }),
  ),
};

const problemList = list({
  path: '/api/v1/admin/problems',
  right: 'problems.view',
  summary: 'Problems that buyers reported',
  filters: {
    ...period,
    state: Type.Optional(Type.Enum(problemStates)),
    seller_id: Type.Optional(Id),
  },
  sorts: ['created_at'],
  row: Type.Object(problemFields, { $id: 'AdminProblemRow' }),
});

const AdminProblem = Type.Object(
  {
    ...problemFields,
    ...reportFields,
    ...quantityFields,
    buyer_language: Type.String(),
    seller_language: Type.String(),
    product_description: Type.String(),
    earning_cents: Cents,
    commission_cents: Type.Integer({ description: 'of packs that were not cancelled or refunded singly' }),
    max_part_refund_cents: Type.Integer({
      description: 'euro cents: highest total of partial refunds; 0 where none gives the buyer anything more',
    }),
    collected_at: Nullable(Instant),
    buyer_orders: Type.Integer(),
    buyer_problems: Type.Integer(),
    seller_orders: Type.Integer(),
    seller_problems: Type.Integer(),
    can_decide: Type.Boolean(),
    messages: Type.Array(ReportMessage, { description: 'between operator and seller, oldest first' }),
    can_ask: Type.Boolean({ description: 'waits for a decision, and no question is open' }),
  },
  { $id: 'AdminProblem' },
);

export const problems = {
  listProblems: problemList.rows,
  exportProblems: problemList.csv,
  getProblem: endpoint({
    ...operatorRead,
    path: '/api/v1/admin/problems/{id}',
    right: 'problems.view',
    summary: 'A problem with both sides; `id` is the number of its order. Written to the audit log',
    params: IdParams,
    reply: Data(AdminProblem),
    errors: ['validation', 'notFound'],
  }),
  askSeller: endpoint({
    ...operatorChange,
    path: '/api/v1/admin/problems/{id}/ask',
    right: 'problems.decide',
    summary:
      'Ask the seller about a problem that waits for a decision; one question at a time. The decision need not wait',
    params: IdParams,
    body: Type.Object({ question: Lines(MAX_TEXT_LENGTH, 1) }),
    reply: Data(AdminProblem),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  decideProblem: endpoint({
    ...operatorChange,
    path: '/api/v1/admin/problems/{id}/decide',
    right: 'problems.decide',
    stepUp: true,
    summary:
      'Decide a problem unanswered for 72 hours: no refund, a part (by amount or by `packs`), or all; both sides read the reasons',
    params: IdParams,
    body: Type.Object({
      decision: Type.Enum(problemDecisions),
      refunded_total_cents: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 1000000, description: 'with `part`, unless by `packs`' }),
      ),
      packs: Type.Optional(ReturnedUnits),
      ground: Ground,
      reason_for_buyer: Reason,
      reason_for_seller: Reason,
    }),
    reply: Data(AdminProblem),
    errors: ['validation', 'notFound', 'conflict'],
  }),
} as const;
