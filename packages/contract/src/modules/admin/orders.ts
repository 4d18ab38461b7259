import Type from 'typebox';
import {
  Cents,
  Data,
  endpoint,
  Id,
  IdParams,
  Instant,
  Nullable,
  Photo,
  Success,
  TextLanguage,
  TimeZone,
} from '../../endpoint.ts';
import {
  discountPayers,
  orderStates,
  paymentMethods,
  refundExtents,
  refundGrounds,
  reportDeciders,
} from '../../vocabulary.ts';
import { OrderState, quantityFields, ReturnedUnits, SentWish } from '../orders/orders.ts';
import {
  anyOf,
  list,
  operatorChange,
  operatorRead,
  period,
  q,
  Reason,
  ReasonBody,
  Reference,
  RefundedTotal,
  sumsOf,
} from './lists.ts';

const orderFields = {
  id: Id,
  ...quantityFields,
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
  credit_cents: Type.Integer({ description: 'of the price, paid by credit' }),
  discount_cents: Type.Integer({ description: 'of the price, that a code took off' }),
  refunded_cents: Cents,
  payment_reference: Nullable(Type.String({ description: "the provider's" })),
  payment_state: Type.Enum(['pending', 'paid', 'failed', 'expired', 'refund_due', 'refunded']),
  report: Type.Enum(['none', 'open', 'answered']),
};

export const Ground = Type.Optional(
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
    refund: Type.Optional(Type.Enum(refundExtents)),
    report: Type.Optional(Type.Enum(['open', 'answered'])),
    user_id: Type.Optional(Id),
    seller_id: Type.Optional(Id),
    sale_place_id: Type.Optional(Id),
    product_id: Type.Optional(Id),
  },
  sorts: ['created_at', 'pickup_start'],
  row: Type.Object(orderFields, { $id: 'AdminOrderRow' }),
  sums: sumsOf({
    price_cents: Cents,
    refunded_cents: Cents,
    sold_orders: Type.Integer({ description: 'not wholly refunded' }),
    packs: Type.Integer({ description: 'of `sold_orders`, without those cancelled or refunded singly' }),
    commission_cents: Type.Integer({ description: 'of `packs`' }),
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

export const reportFields = {
  text: Type.String(),
  wish: SentWish,
  photo: Nullable(Photo),
  created_at: Instant,
  answer_until: Instant,
  answer: Nullable(Type.String()),
  answered_by: Nullable(Type.Enum(reportDeciders)),
  answered_at: Nullable(Instant),
};

const AdminOrder = Type.Object(
  {
    ...orderFields,
    buyer_email: Type.String(),
    buyer_language: Type.String(),
    seller_language: Type.String(),
    sale_place_address: Type.String(),
    commission_cents: Type.Integer({
      description:
        'of packs that were not cancelled or refunded singly, as agreed at the sale; of an order that was wholly cancelled or refunded the ledger keeps none, so its entries add up to 0',
    }),
    earning_cents: Type.Integer({ description: "the seller's, less partial refunds" }),
    collected_at: Nullable(Instant),
    cancel_reason: Nullable(Type.String()),
    cancel_reason_language: Nullable(TextLanguage),
    invoice: Nullable(
      Type.Object(
        { name: Nullable(Type.String()), tax_number: Type.String() },
        { description: 'whom the seller issues the invoice for' },
      ),
    ),
    payment: Type.Object({
      id: Id,
      provider: Type.String(),
      reference: Nullable(Type.String()),
      state: Type.String(),
      method: Type.Enum(paymentMethods),
      card: Nullable(Type.String({ description: 'last four digits' })),
      card_cents: Type.Integer({ description: 'charged at the provider' }),
      credit_cents: Type.Integer({ description: 'paid by credit' }),
      discount_cents: Type.Integer({ description: 'taken off by a discount code' }),
      discount_payer: Nullable(Type.Enum(discountPayers)),
      code: Nullable(Type.String({ description: 'the discount code' })),
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
          'sent_to_friend',
          'friend_link_void',
          'friend_opened',
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
        text_language: Nullable(TextLanguage),
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
    max_part_refund_cents: Type.Integer({
      description: 'euro cents: highest total of partial refunds; 0 where none gives the buyer anything more',
    }),
    can_refund: Type.Boolean(),
    can_cancel: Type.Boolean(),
    can_resend_ticket: Type.Boolean(),
  },
  { $id: 'AdminOrder' },
);

export const ordersOfConsole = {
  listAdminOrders: orderList.rows,
  exportAdminOrders: orderList.csv,
  getAdminOrder: endpoint({
    ...operatorRead,
    path: '/api/v1/admin/orders/{id}',
    right: 'orders.view',
    summary: 'An order with time line, ledger entries and payment; written to the audit log',
    params: IdParams,
    reply: Data(AdminOrder),
    errors: ['validation', 'notFound'],
  }),
  getProviderState: endpoint({
    ...operatorRead,
    path: '/api/v1/admin/orders/{id}/provider',
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
    ...operatorChange,
    path: '/api/v1/admin/orders/{id}/refund',
    right: 'orders.refund',
    stepUp: true,
    summary:
      'Refund an order; the total includes earlier refunds, so that a repeated call refunds once. The price is all. Either by amount or by `packs`. ' +
      'Role support: up to `refund_limit_cents`',
    params: IdParams,
    body: Type.Object({
      refunded_total_cents: Type.Optional(RefundedTotal),
      packs: Type.Optional(ReturnedUnits),
      ground: Ground,
      reason: Reason,
    }),
    reply: Data(AdminOrder),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  cancelAdminOrder: endpoint({
    ...operatorChange,
    path: '/api/v1/admin/orders/{id}/cancel',
    right: 'orders.refund',
    stepUp: true,
    summary: 'Cancel an order that was not handed out: full refund; buyer and seller are told',
    params: IdParams,
    body: ReasonBody,
    reply: Data(AdminOrder),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  resendTicket: endpoint({
    ...operatorChange,
    path: '/api/v1/admin/orders/{id}/resend_ticket',
    right: 'orders.support',
    summary: 'Send the mail with the PIN of an open order again; without it when a friend has the order',
    params: IdParams,
    reply: Success,
    errors: ['validation', 'notFound', 'conflict'],
  }),
} as const;
