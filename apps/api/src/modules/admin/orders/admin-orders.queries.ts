import type { OrderState } from '@wopack/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import { parseTypedNumber } from '../../../platform/db/typed-words.queries.ts';
import { reportMessages } from '../../orders/index.ts';
import type { ListQuery } from '../lists/list.ts';
import { fullName, type RowOf } from '../lists/lists.queries.ts';
import { isUserTyped } from '../people/people.queries.ts';

/** The newest of those that a text leads to, when it names no single one. */
const MAX_HITS = 500;

interface OrderSearch {
  /** One of these holds; none given: all orders. */
  id?: number;
  buyerIds?: readonly number[];
  paymentIds?: readonly number[];
}

/**
 * What a search text names: an order by its number, or the orders of buyers, by name or part of their address, of a card,
 * by its last four digits, and of a payment. Looked up first, because the planner knows how many orders an id has, but not
 * how many a text leads to.
 */
export async function resolveOrderSearch(db: DbOrTrx, q = ''): Promise<OrderSearch> {
  const text = q.trim();
  if (!text) return {};
  const number = parseTypedNumber(text);
  const card = /^(?:[•·*x]+\s?)*(\d{4})$/i.exec(text)?.[1];
  if (number !== null && !card) return { id: number };
  const payments = await db
    .selectFrom('payments')
    .select('id')
    .where(card ? 'card_last4' : 'provider_ref', '=', card ?? text)
    .orderBy('id', 'desc')
    .limit(MAX_HITS)
    .execute();
  const paymentIds = payments.map(({ id }) => id);
  if (card) return number === null ? { paymentIds } : { id: number, paymentIds };
  const buyers = await db
    .selectFrom('users')
    .select('users.id')
    .where(isUserTyped(text))
    .orderBy('users.id', 'desc')
    .limit(MAX_HITS)
    .execute();
  return { buyerIds: buyers.map(({ id }) => id), paymentIds };
}

const isOrderOf = ({ id, buyerIds, paymentIds }: OrderSearch): RawBuilder<SqlBool> => {
  const conditions = [
    id !== undefined && sql`orders.id = ${id}`,
    buyerIds && sql`orders.user_id = any(${buyerIds}::int[])`,
    paymentIds && sql`orders.payment_id = any(${paymentIds}::int[])`,
  ].filter((condition) => condition !== undefined && condition !== false);
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
};

/** Reads one table where the filter allows it, so that one index answers each filter. */
export const filterOrders = (db: DbOrTrx, filter: ListQuery<'AdminOrders'>, search: OrderSearch = {}) => {
  const { state, refund, report } = filter;
  const states = state?.split(',') as OrderState[] | undefined;
  return db
    .selectFrom('orders')
    .$if(Object.keys(search).length > 0, (query) => query.where(isOrderOf(search)))
    .$if(states !== undefined, (query) => query.where('orders.state', 'in', states!))
    .$if(refund === 'none', (query) => query.where('orders.refunded_cents', '=', 0))
    .$if(refund !== undefined && refund !== 'none', (query) => query.where('orders.refunded_cents', '>', 0))
    .$if(refund === 'part', (query) => query.whereRef('orders.refunded_cents', '<', 'orders.price_cents'))
    .$if(refund === 'all', (query) => query.whereRef('orders.refunded_cents', '=', 'orders.price_cents'))
    .$if(report !== undefined, (query) =>
      query.where('orders.id', 'in', (eb) =>
        eb
          .selectFrom('reports')
          .select('reports.order_id')
          .where('reports.answered_at', report === 'open' ? 'is' : 'is not', null),
      ),
    )
    .$if(filter.user_id !== undefined, (query) => query.where('orders.user_id', '=', filter.user_id!))
    .$if(filter.seller_id !== undefined, (query) => query.where('orders.seller_id', '=', filter.seller_id!))
    .$if(filter.sale_place_id !== undefined, (query) =>
      query.where('orders.sale_place_id', '=', filter.sale_place_id!),
    )
    .$if(filter.product_id !== undefined, (query) =>
      query.where('orders.product_id', '=', filter.product_id!),
    );
};

/** Packs that were neither cancelled nor refunded in full; of the others no commission stays with us. */
export const orderSums = {
  price_cents: sql<number>`orders.price_cents`,
  refunded_cents: sql<number>`orders.refunded_cents`,
  sold_orders: sql<number>`(orders.refunded_cents < orders.price_cents)::int`,
  packs: sql<number>`case when orders.refunded_cents < orders.price_cents then orders.quantity - orders.returned_quantity end`,
  commission_cents: sql<number>`case when orders.refunded_cents < orders.price_cents
    then orders.commission_cents / orders.quantity * (orders.quantity - orders.returned_quantity) end`,
};

export const selectOrders = (rows: ReturnType<typeof filterOrders>) =>
  rows
    .innerJoin('users as buyer', 'buyer.id', 'orders.user_id')
    .innerJoin('users as seller', 'seller.id', 'orders.seller_id')
    .innerJoin('sale_places', 'sale_places.id', 'orders.sale_place_id')
    .innerJoin('payments', 'payments.id', 'orders.payment_id')
    .leftJoin('reports', 'reports.order_id', 'orders.id')
    .leftJoin('legal_identities', 'legal_identities.user_id', 'orders.seller_id')
    .select(['orders.id', 'orders.created_at', 'orders.state', 'orders.user_id', 'orders.seller_id'])
    .select(['orders.sale_place_id', 'orders.product_id', 'orders.product_name', 'orders.pickup_start'])
    .select(['orders.pickup_end', 'orders.price_cents', 'orders.refunded_cents', 'sale_places.time_zone'])
    .select(['orders.quantity', 'orders.returned_quantity', 'orders.handed_out_quantity'])
    .select(['orders.credit_cents', 'orders.discount_cents'])
    .select(['sale_places.name as place_name', 'payments.provider_ref', 'payments.state as payment_state'])
    .select(fullName('buyer').as('buyer_name'))
    .select(sql<string>`coalesce(legal_identities.legal_name, ${fullName('seller')})`.as('seller_name'))
    .select(
      sql<
        'none' | 'open' | 'answered'
      >`case when reports.order_id is null then 'none' when reports.answered_at is null then 'open' else 'answered' end`.as(
        'report',
      ),
    );

export type OrderRow = RowOf<typeof selectOrders>;

export const findOrderDetail = (db: DbOrTrx, id: number) =>
  selectOrders(filterOrders(db, {}, { id }))
    .innerJoin('products', 'products.id', 'orders.product_id')
    .leftJoin('order_reminders', 'order_reminders.order_id', 'orders.id')
    .leftJoin('ratings', 'ratings.order_id', 'orders.id')
    .select(['buyer.email as buyer_email', 'buyer.language as buyer_language'])
    .select(['orders.invoice_name', 'orders.invoice_tax_number'])
    .select(['seller.language as seller_language', 'sale_places.address as place_address'])
    .select(['orders.commission_cents', 'orders.earning_cents', 'orders.collected_at'])
    .select('orders.discount_payer')
    .select(
      sql<string | null>`(select code from discount_codes where id = payments.discount_code_id)`.as('code'),
    )
    .select(['orders.cancel_reason_code', 'orders.cancel_reason_language'])
    .select(['orders.cancel_reason', 'orders.payment_id', 'payments.provider', 'payments.card_last4'])
    .select('payments.method')
    .select(['payments.amount_cents', 'payments.created_at as payment_created_at', 'payments.settled_at'])
    .select(['payments.failure_description as failure', 'products.description as product_description'])
    .select(['reports.text as report_text', 'reports.photo as report_photo', 'reports.wish as report_wish'])
    .select(['reports.created_at as reported_at', 'reports.answer as report_answer'])
    .select(['reports.answered_at', 'reports.answered_by', 'order_reminders.notified_at as reminded_at'])
    .select(['reports.question_at', 'reports.seller_message_at', reportMessages.as('report_messages')])
    .select(['ratings.created_at as rated_at', 'ratings.stars', 'ratings.text as rating_text'])
    .select(
      sql<string | null>`(select refunds.error from refunds
          where refunds.payment_id = payments.id and refunds.done_at is null and refunds.error is not null
          order by refunds.id limit 1)`.as('refund_error'),
    )
    .select(
      sql<number>`coalesce((select sum(refunds.attempts)::int from refunds
          where refunds.payment_id = payments.id and refunds.done_at is null), 0)`.as('refund_attempts'),
    )
    .select(
      sql<number>`coalesce((select sum(booked_cents)::int from refund_transfers
          where refund_transfers.payment_id = payments.id and way = 'provider'), 0)`.as('sent_cents'),
    )
    .executeTakeFirst();

export type OrderDetailRow = NonNullable<Awaited<ReturnType<typeof findOrderDetail>>>;

/** Entries of an order's payment, in the order of their postings. */
export const listOrderEntries = (db: DbOrTrx, orderId: number, paymentId: number) =>
  db
    .selectFrom('ledger_transactions as posting')
    .innerJoin('ledger_entries as entry', 'entry.transaction_id', 'posting.id')
    .innerJoin('ledger_accounts as account', 'account.id', 'entry.account_id')
    .leftJoin('users', 'users.id', 'account.user_id')
    .select(['posting.id', 'posting.kind', 'posting.created_at', 'account.account_kind'])
    .select(['account.user_id', 'entry.amount_cents'])
    .select(fullName<string | null>('users').as('user_name'))
    .where('posting.id', 'in', (eb) =>
      eb
        .selectFrom('ledger_transactions')
        .select('ledger_transactions.id')
        .where((where) => where.or([where('order_id', '=', orderId), where('payment_id', '=', paymentId)])),
    )
    .orderBy('posting.id')
    .orderBy('entry.id')
    .execute();

export const listOrderRefunds = (db: DbOrTrx, orderId: number) =>
  db
    .selectFrom('order_refunds')
    .select(['total_cents', 'decided_by', 'reason', 'is_late_cancellation', 'created_at', 'restored_at'])
    .where('order_id', '=', orderId)
    .orderBy('restorations')
    .orderBy('total_cents')
    .execute();

export const listPaymentDisputes = (db: DbOrTrx, paymentId: number) =>
  db
    .selectFrom('disputes')
    .select(['amount_cents', 'reason', 'status', 'opened_at'])
    .where('payment_id', '=', paymentId)
    .orderBy('opened_at')
    .execute();

/** The newest changes of an order by operators; not who looked at it. */
export const listOrderAudit = (db: DbOrTrx, orderId: number) =>
  db
    .selectFrom('audit_entries as entry')
    .leftJoin('users', 'users.id', 'entry.operator_id')
    .select(['entry.at', 'entry.action'])
    .select(fullName<string | null>('users').as('operator_name'))
    .where('entry.subject_kind', '=', 'order')
    .where('entry.subject_id', '=', String(orderId))
    .where('entry.action', 'in', [
      'refundAdminOrder',
      'cancelAdminOrder',
      'resendTicket',
      'decideProblem',
      'repeatRefund',
      'settleRefund',
      'decideRefundTransfer',
      'restoreSale',
    ])
    .orderBy('entry.id', 'desc')
    .limit(50)
    .execute();
