import { COMMISSION_CENTS, earningCents, effectiveFrom, reportDeadline } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import { accrueShares } from '../affiliates/index.ts';
import { postTransaction } from '../ledger/index.ts';
import { scheduleReminders } from '../notifications/index.ts';
import type { OnPaymentSettled } from '../payments/index.ts';
import { getOrderDetails, insertOrder } from './orders.queries.ts';
import { lockPins, openPins } from './pins.queries.ts';
import { newPin, pinHashOf, protectPin } from './pins.ts';
import { scheduleSellerNotification } from './seller/seller-notification.ts';

/** In the transaction that makes a payment paid: the order, its PIN, the booking and the mail, or none of them. */
export const createOrder =
  ({ jobs, clock, secrets }: Context): OnPaymentSettled =>
  async (trx, payment, now) => {
    const details = await getOrderDetails(trx, payment.product_id, payment.slot_id);
    await lockPins(trx, details.sale_place_id);
    const taken = await openPins(trx, details.sale_place_id);
    const pin = newPin(
      secrets,
      details.sale_place_id,
      taken.map((order) => pinHashOf(secrets, order)),
    );
    const price = payment.amount_cents;
    const order = await insertOrder(trx, {
      payment_id: payment.id,
      user_id: payment.user_id,
      product_id: payment.product_id,
      slot_id: payment.slot_id,
      sale_place_id: details.sale_place_id,
      seller_id: details.owner_id,
      product_name: details.name,
      price_cents: price,
      old_price_cents: details.old_price_cents,
      commission_cents: COMMISSION_CENTS,
      earning_cents: earningCents(price),
      ...protectPin(secrets, details.sale_place_id, pin),
      state: 'paid',
      pickup_start: details.starts_at,
      pickup_end: details.ends_at,
      collected_at: null,
      cancel_reason: null,
      created_at: now,
    });
    await postTransaction(trx, {
      kind: 'sale',
      reference: `payment:${payment.id}`,
      entries: [
        { account: `buyer:${payment.user_id}`, amountCents: price },
        { account: `seller:${details.owner_id}`, amountCents: -earningCents(price) },
        { account: 'commission', amountCents: -COMMISSION_CENTS },
      ],
      now,
      effectiveAt: effectiveFrom(details.ends_at, now),
    });
    await accrueShares(trx, {
      id: order.id,
      buyerId: payment.user_id,
      sellerId: details.owner_id,
      priceCents: price,
      commissionCents: COMMISSION_CENTS,
      reportDeadline: reportDeadline(details.ends_at),
      now,
    });
    await jobs.enqueue(trx, 'mail', { template: 'order', orderId: order.id });
    await scheduleReminders({ jobs, clock }, trx, { orderId: order.id });
    await scheduleSellerNotification({ jobs }, trx, order.id, 'sold');
  };
