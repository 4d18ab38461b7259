import { COMMISSION_CENTS, countsFrom, earningCents, reportUntil } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import { accrueShares } from '../affiliates/index.ts';
import { post } from '../ledger/index.ts';
import { planReminders } from '../notifications/index.ts';
import type { OnPaid } from '../payments/index.ts';
import { findSold, insertOrder } from './orders.queries.ts';
import { lockPins, openPins } from './pins.queries.ts';
import { newPin, pinHashOf, protectPin } from './pins.ts';
import { newsForSeller } from './seller-news.ts';

/** In the transaction that makes a payment paid: the order, its PIN, the booking and the mail, or none of them. */
export const createOrder =
  ({ jobs, clock, secrets }: Context): OnPaid =>
  async (trx, payment, now) => {
    const sold = await findSold(trx, payment.product_id, payment.slot_id);
    await lockPins(trx, sold.sale_place_id);
    const taken = await openPins(trx, sold.sale_place_id);
    const pin = newPin(
      secrets,
      sold.sale_place_id,
      taken.map((order) => pinHashOf(secrets, order)),
    );
    const price = payment.amount_cents;
    const order = await insertOrder(trx, {
      payment_id: payment.id,
      user_id: payment.user_id,
      product_id: payment.product_id,
      slot_id: payment.slot_id,
      sale_place_id: sold.sale_place_id,
      seller_id: sold.owner_id,
      product_name: sold.name,
      price_cents: price,
      old_price_cents: sold.old_price_cents,
      commission_cents: COMMISSION_CENTS,
      earning_cents: earningCents(price),
      ...protectPin(secrets, sold.sale_place_id, pin),
      state: 'paid',
      pickup_start: sold.starts_at,
      pickup_end: sold.ends_at,
      collected_at: null,
      cancel_reason: null,
      created_at: now,
    });
    await post(trx, {
      kind: 'sale',
      reference: `payment:${payment.id}`,
      entries: [
        { account: `buyer:${payment.user_id}`, amountCents: price },
        { account: `seller:${sold.owner_id}`, amountCents: -earningCents(price) },
        { account: 'commission', amountCents: -COMMISSION_CENTS },
      ],
      now,
      effectiveAt: countsFrom(sold.ends_at, now),
    });
    await accrueShares(trx, {
      id: order.id,
      buyerId: payment.user_id,
      sellerId: sold.owner_id,
      priceCents: price,
      commissionCents: COMMISSION_CENTS,
      reportUntil: reportUntil(sold.ends_at),
      now,
    });
    await jobs.enqueue(trx, 'mail', { template: 'order', orderId: order.id });
    await planReminders({ jobs, clock }, trx, { orderId: order.id });
    await newsForSeller({ jobs }, trx, order.id, 'sold');
  };
