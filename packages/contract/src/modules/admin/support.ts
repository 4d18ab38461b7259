import Type from 'typebox';
import {
  Cents,
  Data,
  FileReply,
  Id,
  IdParams,
  Instant,
  Nullable,
  Photo,
  Success,
  Text,
  TimeZone,
} from '../../common.ts';
import { endpoint } from '../../endpoint.ts';
import { orderStates, refundGrounds } from '../../vocabulary.ts';
import { OrderState } from '../orders.ts';
import { ReportMessage } from '../seller-orders.ts';
import {
  anyOf,
  Day,
  list,
  period,
  q,
  Reason,
  ReasonBody,
  Reference,
  RefundedTotal,
  sumsOf,
} from './lists.ts';

const module = 'admin';

const orderFields = {
  id: Id,
  created_at: Instant,
  state: OrderState,
  buyer: Reference,
  seller: Reference,
  sale_place: Reference,
  product: Reference,
  pickup_start: Instant,
  pickup_end: Instant,
  time_zone: TimeZone,
  price_cents: Cents,
  refunded_cents: Cents,
  payment_reference: Nullable(Type.String({ description: "the provider's" })),
  payment_state: Type.Enum(['pending', 'paid', 'failed', 'expired', 'refund_due', 'refunded']),
  report: Type.Enum(['none', 'open', 'answered']),
};

const Ground = Type.Optional(
  Type.Enum(refundGrounds, { description: 'put before the reason, in the language of its reader' }),
);

const orderList = list({
  path: '/api/v1/admin/orders',
  right: 'orders.view',
  summary: 'Orders; `q`: number, payment reference, or e-mail address of the buyer',
  filters: {
    ...period,
    q,
    state: Type.Optional(anyOf(orderStates)),
    refund: Type.Optional(Type.Enum(['none', 'part', 'all'])),
    report: Type.Optional(Type.Enum(['open', 'answered'])),
    user_id: Type.Optional(Id),
    seller_id: Type.Optional(Id),
    sale_place_id: Type.Optional(Id),
    product_id: Type.Optional(Id),
  },
  sorts: ['created_at', 'pickup_start'],
  row: Type.Object(orderFields, { $id: 'AdminOrderRow' }),
  sums: sumsOf({
    price_cents: Type.Integer(),
    refunded_cents: Type.Integer(),
    sold_orders: Type.Integer({ description: 'not wholly refunded' }),
    commission_cents: Type.Integer({ description: 'of `sold_orders`' }),
  }),
});

const AdminTransaction = Type.Object(
  {
    id: Type.String(),
    kind: Type.String({ description: 'as in the ledger' }),
    at: Instant,
    entries: Type.Array(
      Type.Object({
        account: Type.String({ description: 'kind of the account' }),
        user: Nullable(Reference),
        amount_cents: Type.Integer({ description: 'euro cents; positive: debit, negative: credit' }),
      }),
    ),
  },
  { $id: 'AdminTransaction' },
);

const reportFields = {
  text: Type.String(),
  photo: Nullable(Photo),
  created_at: Instant,
  answer_until: Instant,
  answer: Nullable(Type.String()),
  answered_by: Nullable(Type.Enum(['seller', 'operator'])),
  answered_at: Nullable(Instant),
};

const AdminOrder = Type.Object(
  {
    ...orderFields,
    buyer_email: Type.String(),
    buyer_language: Type.String(),
    seller_language: Type.String(),
    sale_place_address: Type.String(),
    commission_cents: Cents,
    earning_cents: Type.Integer({ description: "the seller's, less partial refunds" }),
    collected_at: Nullable(Instant),
    cancel_reason: Nullable(Type.String()),
    payment: Type.Object({
      id: Id,
      provider: Type.String(),
      reference: Nullable(Type.String()),
      state: Type.String(),
      card: Nullable(Type.String({ description: 'last four digits' })),
      created_at: Instant,
      settled_at: Nullable(Instant),
      failure: Nullable(Type.String()),
      refund_error: Nullable(Type.String({ description: 'of the last try to send a refund' })),
      refund_tries: Type.Integer(),
    }),
    time_line: Type.Array(
      Type.Object({
        at: Instant,
        kind: Type.Enum([
          'hold',
          'paid',
          'reminder',
          'collected',
          'not_collected',
          'cancelled_by_buyer',
          'cancelled_by_store',
          'reported',
          'question',
          'seller_message',
          'answered',
          'refunded',
          'rated',
          'disputed',
          'operator',
        ]),
        text: Type.String({ description: 'words of a person, or the action of an operator; may be empty' }),
        by: Type.String({ description: "'seller', 'operator', or a name; may be empty" }),
        amount_cents: Nullable(Cents),
        dispute: Nullable(
          Type.Object({
            reason: Type.String({ description: "the provider's word" }),
            status: Type.String({ description: "the provider's word" }),
          }),
        ),
      }),
      { description: 'oldest first' },
    ),
    transactions: Type.Array(AdminTransaction),
    problem: Nullable(Type.Object(reportFields)),
    max_part_refund_cents: Type.Integer({ description: 'highest total of partial refunds' }),
    can_refund: Type.Boolean(),
    can_cancel: Type.Boolean(),
    can_resend_ticket: Type.Boolean(),
  },
  { $id: 'AdminOrder' },
);

const problemFields = {
  id: Type.Integer({ description: 'of its order' }),
  created_at: Instant,
  state: Type.Enum(['with_seller', 'waiting', 'answered', 'decided'], {
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
    state: Type.Optional(Type.Enum(['with_seller', 'waiting', 'answered', 'decided'])),
    seller_id: Type.Optional(Id),
  },
  sorts: ['created_at'],
  row: Type.Object(problemFields, { $id: 'AdminProblemRow' }),
});

const AdminProblem = Type.Object(
  {
    ...problemFields,
    ...reportFields,
    buyer_language: Type.String(),
    seller_language: Type.String(),
    product_description: Type.String(),
    earning_cents: Type.Integer(),
    commission_cents: Cents,
    max_part_refund_cents: Type.Integer(),
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

const figures = {
  orders: Type.Integer(),
  gross_cents: Type.Integer(),
  commission_cents: Type.Integer({ description: 'of orders that stay sold' }),
  refunds_cents: Type.Integer({ description: 'of the orders of the period, until now' }),
  refunded_orders: Type.Integer(),
  units_offered: Type.Integer(),
  units_sold: Type.Integer(),
  new_sellers: Type.Integer(),
};
const Figures = Type.Object(figures, { $id: 'AdminFigures' });

const dashboard = {
  getDashboard: endpoint({
    method: 'GET',
    path: '/api/v1/admin/dashboard',
    module,
    auth: 'operator',
    right: 'console.use',
    summary: 'Figures of today and of 30 days, compared, and what waits for an operator',
    reply: Data(
      Type.Object({
        at: Instant,
        time_zone: TimeZone,
        today: Figures,
        today_before: Type.Object(figures, { description: 'the same weekday a week ago, until this time' }),
        month: Type.Object(figures, { description: '30 days, with today' }),
        month_before: Type.Object(figures, { description: 'the 30 days before' }),
        days: Type.Array(Type.Object({ date: Day, orders: Type.Integer(), gross_cents: Type.Integer() })),
        tasks: Type.Array(
          Type.Object({
            kind: Type.Enum([
              'problems',
              'content_reports',
              'objections',
              'disputes',
              'unverified_sellers',
              'failed_jobs',
              'undelivered_mail',
              'stuck_refunds',
              'tax_data',
            ]),
            count: Type.Integer(),
            oldest_at: Nullable(Instant),
          }),
          { description: 'only what the operator may open' },
        ),
        tax_year: Type.Integer({
          description: 'of the next tax report, due on 31 January after it; `tax_data` counts its sellers',
        }),
        reconciliation: Type.Array(
          Type.Object({
            kind: Type.Enum(['ledger', 'provider'], {
              description: 'the ledger with the records behind it; payments with the provider, of 7 days',
            }),
            checked_at: Instant,
            differences: Type.Array(Type.String()),
            sums: Type.Array(
              Type.Object({
                name: Type.Enum(['balances', 'charges', 'refunds']),
                ledger_cents: Type.Integer(),
                other_cents: Type.Integer({ description: 'of the records behind it, or of the provider' }),
              }),
              { description: 'both sides added up' },
            ),
          }),
          { description: 'the last of each kind' },
        ),
        next_payout_on: Day,
      }),
    ),
    errors: [],
  }),
  exportDashboard: endpoint({
    method: 'GET',
    path: '/api/v1/admin/dashboard/export',
    module,
    auth: 'operator',
    right: 'console.use',
    summary: 'Figures of today, or of 30 days and each of them, compared, as a CSV file',
    query: Type.Object({ span: Type.Enum(['today', 'month']) }),
    produces: 'text/csv',
    reply: FileReply,
    errors: ['validation'],
  }),
  searchAdmin: endpoint({
    method: 'GET',
    path: '/api/v1/admin/search',
    module,
    auth: 'operator',
    right: 'console.use',
    summary:
      'Find an order number, e-mail address, name, sale place, product, payment reference or payout number; ' +
      'only kinds that the operator may open',
    query: Type.Object({ q: Text(100, 1) }),
    reply: Type.Object({
      items: Type.Array(
        Type.Object({
          kind: Type.Enum(['order', 'user', 'seller', 'sale_place', 'product', 'payout']),
          id: Type.Integer({ description: 'of the page to open: of a payout, its run' }),
          title: Type.String(),
          subtitle: Type.String(),
        }),
      ),
    }),
    errors: ['validation'],
  }),
} as const;

export const support = {
  ...dashboard,
  listAdminOrders: orderList.rows,
  exportAdminOrders: orderList.csv,
  getAdminOrder: endpoint({
    method: 'GET',
    path: '/api/v1/admin/orders/{id}',
    module,
    auth: 'operator',
    right: 'orders.view',
    summary: 'An order with time line, ledger entries and payment; written to the audit log',
    params: IdParams,
    reply: Data(AdminOrder),
    errors: ['validation', 'notFound'],
  }),
  getProviderState: endpoint({
    method: 'GET',
    path: '/api/v1/admin/orders/{id}/provider',
    module,
    auth: 'operator',
    right: 'orders.view',
    summary: "Ask the payment provider for the payment's state now",
    params: IdParams,
    reply: Data(
      Type.Object({
        provider: Type.String(),
        reference: Nullable(Type.String()),
        status: Type.Enum(['open', 'authorized', 'succeeded', 'canceled', 'unknown']),
        amount_cents: Nullable(Cents),
        refunded_cents: Nullable(Cents),
        matches: Type.Boolean({ description: 'amount and refunds are as in our records' }),
        asked_at: Instant,
      }),
    ),
    limits: [{ max: 30, window: '1 minute' }],
    errors: ['validation', 'notFound', 'tooMany'],
  }),
  refundAdminOrder: endpoint({
    method: 'POST',
    path: '/api/v1/admin/orders/{id}/refund',
    module,
    auth: 'operator',
    right: 'orders.refund',
    stepUp: true,
    summary:
      'Refund an order; the total includes earlier refunds, so that a repeated call refunds once. The price is all. ' +
      'Role support: up to `refund_limit_cents`',
    params: IdParams,
    body: Type.Object({
      refunded_total_cents: RefundedTotal,
      ground: Ground,
      reason: Reason,
    }),
    reply: Data(AdminOrder),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  cancelAdminOrder: endpoint({
    method: 'POST',
    path: '/api/v1/admin/orders/{id}/cancel',
    module,
    auth: 'operator',
    right: 'orders.refund',
    stepUp: true,
    summary: 'Cancel an order that was not handed out: full refund; buyer and seller are told',
    params: IdParams,
    body: ReasonBody,
    reply: Data(AdminOrder),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  resendTicket: endpoint({
    method: 'POST',
    path: '/api/v1/admin/orders/{id}/resend_ticket',
    module,
    auth: 'operator',
    right: 'orders.support',
    summary: 'Send the mail with the PIN of an open order again',
    params: IdParams,
    reply: Success,
    errors: ['validation', 'notFound', 'conflict'],
  }),
  listProblems: problemList.rows,
  exportProblems: problemList.csv,
  getProblem: endpoint({
    method: 'GET',
    path: '/api/v1/admin/problems/{id}',
    module,
    auth: 'operator',
    right: 'problems.view',
    summary: 'A problem with both sides; `id` is the number of its order. Written to the audit log',
    params: IdParams,
    reply: Data(AdminProblem),
    errors: ['validation', 'notFound'],
  }),
  askSeller: endpoint({
    method: 'POST',
    path: '/api/v1/admin/problems/{id}/ask',
    module,
    auth: 'operator',
    right: 'problems.decide',
    summary:
      'Ask the seller about a problem that waits for a decision; one question at a time. The decision need not wait',
    params: IdParams,
    body: Type.Object({ question: Text(2000, 1) }),
    reply: Data(AdminProblem),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  decideProblem: endpoint({
    method: 'POST',
    path: '/api/v1/admin/problems/{id}/decide',
    module,
    auth: 'operator',
    right: 'problems.decide',
    stepUp: true,
    summary:
      'Decide a problem unanswered for 72 hours: no refund, a part, or all; both sides read the reasons',
    params: IdParams,
    body: Type.Object({
      decision: Type.Enum(['nothing', 'part', 'all']),
      refunded_total_cents: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 1000000, description: 'required with `part`' }),
      ),
      ground: Ground,
      reason_for_buyer: Reason,
      reason_for_seller: Reason,
    }),
    reply: Data(AdminProblem),
    errors: ['validation', 'notFound', 'conflict'],
  }),
} as const;
