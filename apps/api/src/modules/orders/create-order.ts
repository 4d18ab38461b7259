import {
  COMMISSION_CENTS,
  countsFrom,
  earningCents,
  pickLanguage,
  pickupText,
  reportUntil,
} from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import { translate } from '../../platform/messages/translate.ts';
import { accrueShares } from '../affiliates/index.ts';
import { post } from '../ledger/index.ts';
import { planReminders } from '../notifications/index.ts';
import type { OnPaid } from '../payments/index.ts';
import { newPin } from './new-pin.ts';
import { findContact, findSold, insertOrder, lockPins, openPins } from './orders.queries.ts';
import { newsForSeller } from './seller-news.ts';

/** In the transaction that makes a payment paid: the order, its PIN, the booking and the mail, or none of them. */
export const createOrder =
  ({ jobs, config, clock }: Context): OnPaid =>
  async (trx, payment, now) => {
    const sold = await findSold(trx, payment.product_id, payment.slot_id);
    await lockPins(trx, sold.sale_place_id);
    const pin = newPin(await openPins(trx, sold.sale_place_id));
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
      pin,
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
    const { email, language: preferred } = await findContact(trx, payment.user_id);
    const language = pickLanguage(preferred);
    await jobs.enqueue(trx, 'mail', {
      to: email,
      subject: translate('mail.order.subject', language, { name: sold.name }),
      text: translate('mail.order.text', language, {
        name: sold.name,
        place: sold.place_name,
        address: sold.address,
        pickup: pickupText(sold.starts_at, sold.ends_at, sold.time_zone, language, now),
        pin,
        url: `${config.publicUrl}/orders/${order.id}`,
      }),
      language,
    });
    await planReminders({ jobs, clock }, trx, { orderId: order.id });
    await newsForSeller({ jobs }, trx, order.id, 'sold');
  };
