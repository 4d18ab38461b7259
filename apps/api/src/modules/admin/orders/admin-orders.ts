import type { Language } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import {
  buildCancelReason,
  keptCommission,
  keptEarning,
  listFriendLinks,
  maxPartRefund,
  reportAnswerDeadline,
} from '../../orders/index.ts';
import { createList } from '../lists/list.ts';
import type { OperatorCall } from '../operator-route.ts';
import {
  filterOrders,
  findOrderDetail,
  listOrderAudit,
  listOrderEntries,
  listOrderRefunds,
  listPaymentDisputes,
  type OrderDetailRow,
  type OrderRow,
  orderSums,
  resolveOrderSearch,
  selectOrders,
} from './admin-orders.queries.ts';

const buildOrderRow = (row: OrderRow) => ({
  ...row,
  created_at: row.created_at.toISOString(),
  buyer: { id: row.user_id, name: row.buyer_name },
  seller: { id: row.seller_id, name: row.seller_name },
  sale_place: { id: row.sale_place_id, name: row.place_name },
  product: { id: row.product_id, name: row.product_name },
  pickup_start: row.pickup_start.toISOString(),
  pickup_end: row.pickup_end.toISOString(),
  payment_reference: row.provider_ref,
});

export const createOrderList = (context: Context) =>
  createList(context, 'AdminOrders', {
    file: 'orders',
    filter: async (db, query, _period) => filterOrders(db, query, await resolveOrderSearch(db, query.q)),
    period: 'orders.created_at',
    select: selectOrders,
    sorts: {
      created_at: { column: 'orders.created_at', type: 'timestamptz' },
      pickup_start: { column: 'orders.pickup_start', type: 'timestamptz' },
    },
    key: { column: 'orders.id', type: 'integer' },
    sums: orderSums,
    build: buildOrderRow,
    csv: [
      'id',
      'created_at',
      'state',
      'buyer.id',
      'buyer.name',
      'seller.id',
      'seller.name',
      'sale_place.id',
      'sale_place.name',
      'product.id',
      'product.name',
      'pickup_start',
      'pickup_end',
      'quantity',
      'returned_quantity',
      'handed_out_quantity',
      'price_cents',
      'refunded_cents',
      'credit_cents',
      'discount_cents',
      'payment_reference',
      'payment_state',
      'report',
    ],
  });

interface TimeLineEvent {
  at: Date | null;
  kind:
    | 'hold'
    | 'paid'
    | 'reminder'
    | 'sent_to_friend'
    | 'friend_link_void'
    | 'friend_opened'
    | 'collected'
    | 'not_collected'
    | 'cancelled_by_buyer'
    | 'cancelled_by_store'
    | 'reported'
    | 'question'
    | 'seller_message'
    | 'answered'
    | 'refunded'
    | 'rated'
    | 'disputed'
    | 'operator';
  text?: string | null;
  language?: Language | null;
  by?: string | null;
  amountCents?: number;
  dispute?: { reason: string; status: string };
}

type Entries = Awaited<ReturnType<typeof listOrderEntries>>;
type Refunds = Awaited<ReturnType<typeof listOrderRefunds>>;

/** What of these refunds the buyer had at an instant: without those of sales that were restored before. */
const getStandingCents = (refunds: Refunds, at: Date): number =>
  Math.max(
    0,
    ...refunds
      .filter(({ restored_at: restoredAt }) => restoredAt === null || restoredAt > at)
      .map(({ total_cents: cents }) => cents),
  );

async function buildTimeLine(db: DbOrTrx, order: OrderDetailRow, entries: Entries, language: Language) {
  const cancellation = buildCancelReason(order, language);
  const reason = { text: cancellation.cancel_reason, language: cancellation.cancel_reason_language };
  const [refunds, disputes, audit, links] = await Promise.all([
    listOrderRefunds(db, order.id),
    listPaymentDisputes(db, order.payment_id),
    listOrderAudit(db, order.id),
    listFriendLinks(db, order.id),
  ]);
  const cancelled = entries.find(({ kind }) => kind === 'cancellation');
  const paidAt = order.settled_at ?? order.created_at;
  const events: TimeLineEvent[] = [
    { at: order.payment_created_at, kind: 'hold' },
    {
      at: paidAt,
      kind: 'paid',
      // What was charged; credit and a discount are parts of the price.
      ...(order.amount_cents > 0 && { amountCents: order.amount_cents }),
      by: order.card_last4,
    },
    { at: order.reminded_at, kind: 'reminder' },
    ...links.flatMap((link): TimeLineEvent[] => [
      { at: link.created_at, kind: 'sent_to_friend' },
      { at: link.taken_back_at, kind: 'friend_link_void' },
      { at: link.opened_at, kind: 'friend_opened' },
    ]),
    { at: order.collected_at, kind: 'collected' },
    { at: order.state === 'not_collected' ? order.pickup_end : null, kind: 'not_collected' },
    ...(order.state === 'cancelled_by_buyer' || order.state === 'cancelled_by_store'
      ? [{ at: cancelled?.created_at ?? null, kind: order.state, ...reason }]
      : []),
    { at: order.reported_at, kind: 'reported', text: order.report_text, by: order.buyer_name },
    ...order.report_messages.map(({ author, text, created_at }) => ({
      at: new Date(created_at),
      kind: author === 'operator' ? ('question' as const) : ('seller_message' as const),
      text,
      by: author,
    })),
    { at: order.answered_at, kind: 'answered', text: order.report_answer, by: order.answered_by },
    ...refunds.map((refund, i) => ({
      at: refund.created_at,
      kind: 'refunded' as const,
      text: refund.reason,
      ...(refund.is_late_cancellation && reason),
      by: refund.decided_by,
      amountCents: refund.total_cents - getStandingCents(refunds.slice(0, i), refund.created_at),
    })),
    { at: order.rated_at, kind: 'rated', text: `${order.stars}/5 ${order.rating_text ?? ''}`.trim() },
    ...disputes.map(({ opened_at, amount_cents, reason, status }) => ({
      // A provider's time has no fractions of a second, and may be that of the charge.
      at: opened_at < paidAt ? paidAt : opened_at,
      kind: 'disputed' as const,
      amountCents: amount_cents,
      dispute: { reason, status },
    })),
    ...audit.toReversed().map((entry) => ({
      at: entry.at,
      kind: 'operator' as const,
      text: entry.action,
      by: entry.operator_name,
    })),
  ];
  return events
    .flatMap(({ at, kind, text, language: textLanguage, by, amountCents, dispute }) =>
      at
        ? [
            {
              at: at.toISOString(),
              kind,
              text: text ?? '',
              text_language: textLanguage ?? null,
              by: by ?? '',
              amount_cents: amountCents ?? null,
              dispute: dispute ?? null,
            },
          ]
        : [],
    )
    .sort((a, b) => a.at.localeCompare(b.at));
}

const buildTransactions = (entries: Entries) =>
  [...Map.groupBy(entries, ({ id }) => id).values()].map((group) => ({
    id: String(group[0]!.id),
    kind: group[0]!.kind,
    at: group[0]!.created_at.toISOString(),
    entries: group.map((entry) => ({
      account: entry.account_kind,
      user: entry.user_id === null ? null : { id: entry.user_id, name: entry.user_name ?? '' },
      amount_cents: entry.amount_cents,
    })),
  }));

const REFUNDABLE_STATES = ['paid', 'collected', 'not_collected'];

/** What of a report both the order and the problem show. */
export const buildReport = (row: OrderDetailRow) => ({
  text: row.report_text ?? '',
  wish: row.report_wish,
  photo: row.report_photo,
  created_at: row.reported_at!.toISOString(),
  answer_until: reportAnswerDeadline(row.reported_at!).toISOString(),
  answer: row.report_answer,
  answered_by: row.answered_by,
  answered_at: row.answered_at?.toISOString() ?? null,
});

export async function viewOrder(db: DbOrTrx, id: number, language: Language) {
  const row = await findOrderDetail(db, id);
  if (!row) throw new AppError('notFound');
  const entries = await listOrderEntries(db, id, row.payment_id);
  return {
    data: {
      ...buildOrderRow(row),
      buyer_email: row.buyer_email,
      buyer_language: row.buyer_language,
      seller_language: row.seller_language,
      sale_place_address: row.place_address,
      commission_cents: keptCommission(row),
      earning_cents: keptEarning(row),
      collected_at: row.collected_at?.toISOString() ?? null,
      ...buildCancelReason(row, language),
      invoice: row.invoice_tax_number ? { name: row.invoice_name, tax_number: row.invoice_tax_number } : null,
      payment: {
        id: row.payment_id,
        provider: row.provider,
        reference: row.provider_ref,
        state: row.payment_state,
        method: row.method,
        card: row.card_last4,
        card_cents: row.amount_cents,
        credit_cents: row.credit_cents,
        discount_cents: row.discount_cents,
        discount_payer: row.discount_payer,
        code: row.code,
        created_at: row.payment_created_at.toISOString(),
        settled_at: row.settled_at?.toISOString() ?? null,
        failure: row.failure,
        refund_error: row.refund_error,
        refund_tries: row.refund_attempts,
      },
      time_line: await buildTimeLine(db, row, entries, language),
      transactions: buildTransactions(entries),
      problem: row.reported_at ? buildReport(row) : null,
      max_part_refund_cents: maxPartRefund(row),
      can_refund: REFUNDABLE_STATES.includes(row.state) && row.refunded_cents < row.price_cents,
      can_cancel: row.state === 'paid',
      can_resend_ticket: row.state === 'paid',
    },
  };
}

export async function getAdminOrder(
  { db }: Context,
  { params, record, language }: OperatorCall<'getAdminOrder'>,
) {
  const view = await viewOrder(db, params.id, language);
  await record(db, { subject: ['order', params.id] });
  return view;
}
