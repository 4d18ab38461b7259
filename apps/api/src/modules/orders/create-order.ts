import type { DiscountPayer } from '@wopack/contract';
import { commissionCents, earningCents } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { getPrice } from '../credit/index.ts';
import type { Payment } from '../payments/index.ts';
import { notifySellersOfOrders } from './order-events.ts';
import { insertOrder, type OrderDetails } from './orders.queries.ts';
import { listOpenPinHashes } from './pin/pins.queries.ts';
import { generatePin, protectPin } from './pin/pins.ts';
import { scheduleReminders } from './reminders.ts';

type PaidPayment = Pick<
  Payment,
  | ('id' | 'user_id' | 'product_id' | 'slot_id' | 'amount_cents' | 'quantity')
  | ('invoice_name' | 'invoice_tax_number' | 'is_withdrawable' | 'credit_cents' | 'discount_cents')
> & { discount_payer: DiscountPayer | null };

/** Runs in the transaction that settles the payment. Copies product and prices as of now and assigns a PIN. */
export async function createOrder(
  { secrets, config }: Pick<Context, 'secrets' | 'config'>,
  trx: Trx,
  { id: paymentId, user_id, product_id, slot_id, quantity, is_withdrawable, ...payment }: PaidPayment,
  { sale_place_id: placeId, ...details }: OrderDetails,
  now: Date,
) {
  const priceCents = getPrice(payment);
  // A unique index refuses the PIN of another open order. Few are taken, so they are read only when one was refused.
  for (let takenHashes: Buffer[] = []; ; takenHashes = await listOpenPinHashes(trx, placeId)) {
    const order = await insertOrder(trx, {
      payment_id: paymentId,
      user_id,
      product_id,
      slot_id,
      sale_place_id: placeId,
      seller_id: details.seller_id,
      product_name: details.name,
      price_cents: priceCents,
      old_price_cents: details.old_price_cents * quantity,
      commission_cents: commissionCents(quantity),
      earning_cents: earningCents(priceCents, quantity),
      quantity,
      credit_cents: payment.credit_cents,
      discount_cents: payment.discount_cents,
      discount_payer: payment.discount_payer,
      payout_way: config.payoutWay,
      ...protectPin(secrets, placeId, generatePin(secrets, placeId, takenHashes)),
      state: 'paid',
      pickup_start: details.starts_at,
      pickup_end: details.ends_at,
      collected_at: null,
      cancel_reason: null,
      cancel_reason_code: null,
      cancel_reason_language: null,
      // What the pack was said to be when it was set aside stays promised.
      is_perishable: details.is_perishable && !is_withdrawable,
      weight_grams: details.weight_grams,
      vat_percent: details.vat_percent,
      is_vat_mixed: details.is_vat_mixed,
      invoice_name: payment.invoice_name,
      invoice_tax_number: payment.invoice_tax_number,
      invoice_given_at: payment.invoice_tax_number === null ? null : now,
      created_at: now,
    });
    if (order) return order;
  }
}

/** Runs in the transaction that creates the order, which so inserts one job that notifies buyer and seller. */
export const scheduleAnnouncement = (
  { jobs }: Pick<Context, 'jobs'>,
  trx: Trx,
  orderId: number,
): Promise<void> => jobs.enqueue(trx, 'orders.announce-order', { orderId });

/** Enqueues the mails of new orders, schedules reminders and notifies sellers: all or nothing. */
export const announceOrders = (context: Context, orderIds: number[]): Promise<void> =>
  context.db.transaction().execute(async (trx) => {
    await context.jobs.enqueueAll(
      trx,
      'notifications.send-mail',
      orderIds.map((orderId) => ({ data: { template: 'order', orderId } })),
    );
    await scheduleReminders(context, trx, { orderIds });
    await notifySellersOfOrders(context, trx, orderIds, 'sold');
  });
