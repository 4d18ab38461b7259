import {
  type Expression,
  expressionBuilder,
  type Insertable,
  type RawBuilder,
  sql,
  type Updateable,
} from 'kysely';
import { deleteInBatches, updateInBatches } from '../../platform/db/batches.ts';
import { isMemberOf } from '../../platform/db/business-scope.ts';
import type { Database, DbOrTrx, Trx } from '../../platform/db/database.ts';
import {
  anyOf,
  preparedStatementHint,
  sharedReadHint,
} from '../../platform/performance/prepared-statements.ts';
import { type AccountSumRow, isAmong, parseAccountSums, type ReconciliationSource } from '../ledger/index.ts';
import { selectDisputeOutcome, selectMoneyBack } from '../payments/index.ts';
import { selectProductNames } from '../products/index.ts';
import { selectTicketKeyId } from './counter/counter.queries.ts';
import { selectReviewTranslations } from './feedback/feedback.queries.ts';
import { invoiceColumns, ownVatRate, vatRateOfOrder } from './invoices/invoices.queries.ts';
import { issuerColumns } from './receipts/receipts.queries.ts';

/** Whether the user has bought something that was not refunded. */
export const hasOrders = async (db: DbOrTrx, userId: number): Promise<boolean> =>
  (await db.selectFrom(selectOrdersKept(userId).limit(1).as('kept')).select('kept.id').executeTakeFirst()) !==
  undefined;

/** A buyer's orders that were not given back; `userId` may be a column of an outer query. */
export const selectOrdersKept = (userId: number | RawBuilder<number>) =>
  expressionBuilder<Database>()
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.user_id', '=', userId)
    .where('orders.state', 'in', ['paid', 'collected', 'not_collected']);

export type OrderDetails = Awaited<ReturnType<typeof getOrderDetails>>;

export const getOrderDetails = (trx: Trx, productId: number, slotId: number) =>
  selectOrderDetails(trx, sql.val(productId), sql.val(slotId))
    .modifyEnd(preparedStatementHint)
    .executeTakeFirstOrThrow();

/**
 * Columns that an order copies from its product, sale place and slot, and whether the slot is cancelled. It cannot be
 * until this transaction ends: its cancellation locks the slot for update and so waits for the key share. Sales of other
 * units do not. The lock also reads the slot anew where the statement began before the slot was cancelled.
 */
export const selectOrderDetails = (trx: Trx, productId: Expression<number>, slotId: Expression<number>) =>
  trx
    .selectFrom('products')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .innerJoin('pickup_slots', 'pickup_slots.product_id', 'products.id')
    .select([
      'products.name',
      'products.old_price_cents',
      'sale_places.id as sale_place_id',
      'sale_places.seller_id',
    ])
    .select(['products.is_perishable', 'products.weight_grams'])
    .select(['products.is_vat_mixed', sql<number | null>`products.vat_percent::float8`.as('vat_percent')])
    .select(['pickup_slots.starts_at', 'pickup_slots.ends_at', 'pickup_slots.cancelled'])
    .where('products.id', '=', productId)
    .where('pickup_slots.id', '=', slotId)
    .forKeyShare('pickup_slots');

/** Undefined when an open order of the sale place has the PIN. */
export const insertOrder = (trx: Trx, order: Insertable<Database['orders']>) =>
  trx
    .insertInto('orders')
    .values(order)
    .onConflict((conflict) =>
      conflict.columns(['sale_place_id', 'pin_hash']).where('state', '=', sql.lit('paid')).doNothing(),
    )
    .returning(['id', 'user_id', 'seller_id', 'pickup_end'])
    .returning(['price_cents', 'commission_cents', 'earning_cents', 'is_perishable', 'quantity'])
    .returning(['credit_cents', 'discount_cents', 'discount_payer'])
    .modifyEnd(preparedStatementHint)
    .executeTakeFirst();

/** An order with the columns its mails need. */
export const findForMail = (db: DbOrTrx, id: number) =>
  db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .innerJoin('sale_places', 'sale_places.id', 'orders.sale_place_id')
    .innerJoin('payments', 'payments.id', 'orders.payment_id')
    .leftJoin('friend_links', (join) =>
      join.onRef('friend_links.order_id', '=', 'orders.id').on('friend_links.taken_back_at', 'is', null),
    )
    .leftJoin('legal_identities as issuer', 'issuer.user_id', 'orders.seller_id')
    .select(issuerColumns)
    .select('friend_links.opened_at')
    .select(['users.email', 'users.language', 'orders.product_name', 'orders.pin', 'orders.price_cents'])
    .select(['orders.id', 'orders.user_id', 'orders.state', 'orders.pickup_start', 'orders.pickup_end'])
    .select(['orders.created_at', 'orders.seller_id', 'orders.sale_place_id', 'payments.card_last4'])
    .select(['orders.is_perishable', 'orders.withdrawn_at', 'users.name', 'users.surname'])
    .select(['orders.invoice_tax_number', ownVatRate.as('own_vat_rate')])
    .select(['orders.quantity', 'orders.returned_quantity', 'orders.refunded_cents'])
    .select(['orders.credit_cents', 'orders.discount_cents', 'orders.discount_payer'])
    .select(['payments.method', 'payments.phone_ending'])
    .select(['sale_places.name as place_name', 'sale_places.address', 'sale_places.time_zone'])
    .select(selectProductNames(sql.ref('orders.product_id')).as('product_names'))
    .where('orders.id', '=', id)
    .modifyEnd(sharedReadHint)
    .executeTakeFirst();

/** What a calendar entry of an order says. */
export const findOrderForCalendar = (db: DbOrTrx, id: number) =>
  db
    .selectFrom('orders')
    .innerJoin('sale_places', 'sale_places.id', 'orders.sale_place_id')
    .select(['orders.id', 'orders.user_id', 'orders.state', 'orders.pickup_start', 'orders.pickup_end'])
    .select(['orders.product_name', 'orders.created_at', 'orders.quantity', 'orders.returned_quantity'])
    .select(['sale_places.name as place_name', 'sale_places.address', 'sale_places.time_zone'])
    .select(['sale_places.latitude', 'sale_places.longitude'])
    .select(selectProductNames(sql.ref('orders.product_id')).as('product_names'))
    .where('orders.id', '=', id)
    .executeTakeFirst();

/** Whether the buyer is a member of the business that sold the order. */
export const isBoughtByMember = isMemberOf(sql`orders.seller_id`, sql`orders.user_id`);

const windowAndState = ['orders.id', 'orders.state', 'orders.pickup_start', 'orders.pickup_end'] as const;

const selectBuyerOrders = (db: DbOrTrx) =>
  db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.id', 'orders.payment_id')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .innerJoin('products', 'products.id', 'orders.product_id')
    .innerJoin('sale_places', 'sale_places.id', 'orders.sale_place_id')
    .leftJoin('ratings', 'ratings.order_id', 'orders.id')
    .leftJoin('review_replies as reply', (join) =>
      join.onRef('reply.order_id', '=', 'orders.id').on('reply.hidden_at', 'is', null),
    )
    .leftJoin('reports', 'reports.order_id', 'orders.id')
    .leftJoin('value_answers', 'value_answers.order_id', 'orders.id')
    .leftJoin('seller_cancellations', 'seller_cancellations.order_id', 'orders.id')
    .select(['seller_cancellations.first_until', 'seller_cancellations.first_used_at'])
    .leftJoin('friend_links', (join) =>
      join.onRef('friend_links.order_id', '=', 'orders.id').on('friend_links.taken_back_at', 'is', null),
    )
    .leftJoin('legal_identities as issuer', 'issuer.user_id', 'orders.seller_id')
    .select(['value_answers.answer as value_answer', 'value_answers.photo as value_photo'])
    .select(['value_answers.may_be_shown as is_value_photo_allowed', 'value_answers.pinned_at'])
    .select('value_answers.hidden_at as value_hidden_at')
    .select(['friend_links.created_at as sent_at', 'friend_links.opened_at', 'payments.is_offer'])
    .select(['issuer.legal_name as issuer_name', 'issuer.country as issuer_country'])
    .select(invoiceColumns)
    .select(vatRateOfOrder.as('vat_rate'))
    .select(windowAndState)
    .select(['orders.product_id', 'orders.product_name', 'orders.sale_place_id', 'orders.seller_id'])
    .select(['orders.price_cents', 'orders.old_price_cents', 'orders.refunded_cents', 'orders.pin'])
    .select(['orders.quantity', 'orders.returned_quantity', 'orders.handed_out_quantity'])
    .select(['orders.commission_cents', 'orders.earning_cents'])
    .select(['orders.credit_cents', 'orders.discount_cents', 'orders.discount_payer'])
    .select(['orders.slot_id', 'orders.ticket_version', selectTicketKeyId.as('ticket_key_id')])
    .select(['users.name', 'users.surname'])
    .select(['orders.collected_at', 'orders.cancel_reason', 'orders.created_at'])
    .select(['orders.cancel_reason_code', 'orders.cancel_reason_language'])
    .select(['orders.is_perishable', 'orders.withdrawn_at'])
    .select(['ratings.stars', 'ratings.text as rating_text', 'reports.text as report_text'])
    .select([
      'reply.text as reply_text',
      'reply.language as reply_language',
      'reply.created_at as replied_at',
    ])
    .select(selectReviewTranslations(sql.ref('reply.order_id'), 'seller').as('reply_translations'))
    .select([
      'reports.photo as report_photo',
      'reports.answer as report_answer',
      'reports.wish as report_wish',
    ])
    .select(['reports.created_at as reported_at', 'reports.answered_by'])
    .select(['payments.card_last4', 'payments.method', 'products.photos'])
    .select(selectMoneyBack(sql.ref('orders.payment_id')).as('money_back'))
    .select(selectDisputeOutcome(sql.ref('orders.payment_id')).as('dispute'))
    .select(isBoughtByMember.as('is_of_member'))
    .select(selectProductNames(sql.ref('products.id')).as('product_names'))
    .select(['sale_places.name as place_name', 'sale_places.address', 'sale_places.phone'])
    .select(['sale_places.latitude', 'sale_places.longitude', 'sale_places.time_zone']);

export type BuyerOrder = Awaited<ReturnType<typeof findMyOrder>> & object;

export const findMyOrder = (db: DbOrTrx, userId: number, id: number) =>
  selectBuyerOrders(db).where('orders.user_id', '=', userId).where('orders.id', '=', id).executeTakeFirst();

export const getOrderOfPayment = (db: DbOrTrx, paymentId: number) =>
  selectBuyerOrders(db)
    .where('orders.payment_id', '=', paymentId)
    .modifyEnd(sharedReadHint)
    .executeTakeFirstOrThrow();

export const listMyOrders = (db: DbOrTrx, userId: number, before: number | null, limit: number) =>
  selectBuyerOrders(db)
    .where('orders.user_id', '=', userId)
    .$if(before !== null, (query) => query.where('orders.id', '<', before!))
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .execute();

/** Closes paid orders whose window ended before an instant. */
export const markNotCollected = (db: DbOrTrx, endedBefore: Date) =>
  updateInBatches(db, 'orders', sql`state = 'not_collected'`, {
    by: 'pickup_end',
    isDue: sql`state = 'paid' AND pickup_end < ${endedBefore}`,
  });

const selectLockedOrder = (trx: Trx, id: number) => selectLockedOrders(trx).where('id', '=', id);

const selectLockedOrders = (trx: Trx) =>
  trx
    .selectFrom('orders')
    .select(windowAndState)
    .select(['orders.payment_id', 'orders.user_id', 'orders.seller_id', 'orders.sale_place_id'])
    .select(['orders.slot_id', 'orders.product_id', 'orders.product_name', 'orders.collected_at'])
    .select('orders.created_at')
    .select(['orders.is_perishable', 'orders.withdrawn_at'])
    .select([
      'orders.price_cents',
      'orders.commission_cents',
      'orders.earning_cents',
      'orders.refunded_cents',
    ])
    .select(['orders.credit_cents', 'orders.discount_cents', 'orders.discount_payer'])
    .select(['orders.quantity', 'orders.returned_quantity', 'orders.cancelled_quantity'])
    .select(['orders.ticket_version', 'orders.old_price_cents', 'orders.restorations'])
    .forUpdate();

export type LockedOrder = Awaited<ReturnType<typeof lockOrder>> & object;

/** State, window and amounts of a buyer's own order; locked. */
export const lockMyOrder = (trx: Trx, userId: number, id: number) =>
  selectLockedOrder(trx, id).where('user_id', '=', userId).executeTakeFirst();

/** The order of a payment, locked; undefined when there is none. */
export const lockOrderOfPayment = (trx: Trx, paymentId: number) =>
  selectLockedOrders(trx).where('payment_id', '=', paymentId).executeTakeFirst();

/** The order of any buyer, for the operator and for cancellations by the seller. */
export const lockOrder = (trx: Trx, id: number) => selectLockedOrder(trx, id).executeTakeFirst();

/** Mails about a refund need it, also where the payment became no order. */
export const getRefundedPayment = (trx: Trx, paymentId: number) =>
  trx
    .selectFrom('payments')
    .innerJoin('products', 'products.id', 'payments.product_id')
    .select(['payments.user_id', 'products.name'])
    .select(selectProductNames(sql.ref('products.id')).as('product_names'))
    .where('payments.id', '=', paymentId)
    .executeTakeFirstOrThrow();

export const insertRefund = (trx: Trx, refund: Insertable<Database['order_refunds']>) =>
  trx.insertInto('order_refunds').values(refund).execute();

/** What was refunded of an order in all, by each refund that still holds. */
export const listStandingRefunds = (trx: Trx, orderId: number) =>
  trx
    .selectFrom('order_refunds')
    .select(['total_cents', 'decided_by', 'restorations'])
    .where('order_id', '=', orderId)
    .where('restored_at', 'is', null)
    .orderBy('total_cents')
    .execute();

export const markRefundRestored = (
  trx: Trx,
  {
    orderId,
    total_cents: totalCents,
    restorations,
    restoredAt,
  }: { orderId: number; total_cents: number; restorations: number; restoredAt: Date },
) =>
  trx
    .updateTable('order_refunds')
    .set({ restored_at: restoredAt })
    .where('order_id', '=', orderId)
    .where('restorations', '=', restorations)
    .where('total_cents', '=', totalCents)
    .execute();

export const updateOrder = (trx: Trx, id: number, change: Updateable<Database['orders']>) =>
  trx.updateTable('orders').set(change).where('id', '=', id).execute();

/** Notes that so much more of the earning is at the payment provider for the business; less when negative. */
export async function addTransferredCents(
  trx: Trx,
  { orderId, cents }: { orderId: number; cents: number },
): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ transferred_cents: sql`transferred_cents + ${cents}` })
    .where('id', '=', orderId)
    .execute();
}

/**
 * Balances implied by the orders, by `splitRefund`: what buyers spent by card and credit and did not get back, what WoPack
 * paid of discounts, and what is left of earnings and commissions. Units given back singly leave none of theirs; an amount
 * reduces the seller's earning, and the commission by what exceeds it.
 */
export const orderReconciliation: ReconciliationSource = async (db, records) => {
  if (records && records.kind !== 'payment') return [];
  const { rows } = await sql<AccountSumRow>`
    WITH kept AS MATERIALIZED (
      SELECT user_id, seller_id,
        price_cents - credit_cents - discount_cents - card_back AS card_cents,
        credit_cents - (back - card_back) AS credit_cents,
        CASE WHEN discount_payer = 'operator' THEN discount_cents - discount_back ELSE 0 END AS promotion_cents,
        earning_cents - business_cents - gross AS earning_cents,
        commission_cents - (refunded_cents - gross) AS commission_cents
      FROM orders
      CROSS JOIN LATERAL (SELECT (discount_cents::bigint * refunded_cents + price_cents - 1) / price_cents AS discount_back,
        price_cents - discount_cents AS paid_cents) discount
      CROSS JOIN LATERAL (SELECT refunded_cents - discount_back AS back,
        CASE WHEN discount_payer = 'business' THEN discount_cents - discount_back ELSE 0 END AS business_cents) returned
      CROSS JOIN LATERAL (SELECT CASE WHEN paid_cents = 0 THEN 0
          ELSE ((price_cents - credit_cents - discount_cents) * back + paid_cents - 1) / paid_cents END AS card_back,
        least(refunded_cents - returned_quantity * (commission_cents / quantity), earning_cents - business_cents) AS gross) shared
      WHERE ${isAmong('payment_id', records)})
    SELECT 'buyer' AS account_kind, user_id, sum(card_cents) AS cents FROM kept GROUP BY user_id
    UNION ALL SELECT 'credit', user_id, sum(credit_cents) FROM kept WHERE credit_cents <> 0 GROUP BY user_id
    UNION ALL SELECT 'seller', seller_id, -sum(earning_cents) FROM kept GROUP BY seller_id
    UNION ALL SELECT 'promotions', NULL, coalesce(sum(promotion_cents), 0) FROM kept
    UNION ALL SELECT 'commission', NULL, -coalesce(sum(commission_cents), 0) FROM kept`.execute(db);
  return parseAccountSums(rows);
};

/** Orders for their sellers' notifications, with the units left in their slots and the holds of these. */
export const listOrdersForNotification = (trx: Trx, orderIds: number[]) =>
  trx
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .innerJoin('sale_places', 'sale_places.id', 'orders.sale_place_id')
    .innerJoin('pickup_slots', 'pickup_slots.id', 'orders.slot_id')
    .leftJoin('reports', 'reports.order_id', 'orders.id')
    .select(['orders.id', 'orders.seller_id', 'orders.slot_id', 'orders.state', 'orders.product_name'])
    .select(['orders.sale_place_id', 'orders.pickup_start', 'orders.pickup_end', 'orders.withdrawn_at'])
    .select(['users.name', 'users.surname'])
    .select(sql<boolean>`users.email_verified_at is not null`.as('is_buyer_verified'))
    .select(['sale_places.name as place_name', 'sale_places.time_zone'])
    .select([
      'pickup_slots.units_left',
      'pickup_slots.quantity as slot_quantity',
      'orders.quantity',
      'orders.returned_quantity',
      'orders.cancelled_quantity',
      'reports.text as report_text',
      'reports.created_at as reported_at',
      'reports.answered_at',
    ])
    .select(
      sql<number>`(select coalesce(sum(payments.quantity), 0)::int from payments
        where payments.slot_id = orders.slot_id and payments.state = 'pending')`.as('units_on_hold'),
    )
    .where('orders.id', '=', anyOf(orderIds, 'int[]'))
    .orderBy('orders.id')
    .modifyEnd(preparedStatementHint)
    .execute();

/** Returns those who were not told of the slot yet: after a cancellation the last unit may be sold again. */
export const recordLowStockNotifications = async (
  trx: Trx,
  slotId: number,
  memberIds: readonly number[],
  now: Date,
): Promise<number[]> =>
  memberIds.length === 0
    ? []
    : (
        await trx
          .insertInto('low_stock_notifications')
          .values(memberIds.map((id) => ({ slot_id: slotId, member_id: id, notified_at: now })))
          .onConflict((conflict) => conflict.doNothing())
          .returning('member_id')
          .execute()
      ).map(({ member_id }) => member_id);

/** Which orders were reminded of and of which slots members were told, long after their windows. */
export const deleteOldMarks = (
  db: DbOrTrx,
  table: 'order_reminders' | 'value_questions' | 'low_stock_notifications',
  before: Date,
) => deleteInBatches(db, table, { by: 'notified_at', isDue: sql`notified_at < ${before}` });

/** Orders, or all of a user; none whose pickup window has begun. */
export const listUpcomingOrders = (
  db: DbOrTrx,
  scope: { orderIds: number[] } | { userId: number },
  now: Date,
) =>
  db
    .selectFrom('orders')
    .select(['id', 'user_id', 'pickup_start', 'created_at'])
    .where('state', '=', 'paid')
    .where('pickup_start', '>', now)
    .where((where) =>
      'orderIds' in scope
        ? where('id', '=', anyOf(scope.orderIds, 'int[]'))
        : where('user_id', '=', scope.userId),
    )
    .modifyEnd(sharedReadHint)
    .execute();

/** Returns true only the first time for an order. */
export const recordMark = async (
  trx: Trx,
  table: 'order_reminders' | 'value_questions',
  orderId: number,
  now: Date,
): Promise<boolean> =>
  (await trx
    .insertInto(table)
    .values({ order_id: orderId, notified_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('order_id')
    .executeTakeFirst()) !== undefined;
