import type { refundFailures } from '@wopack/contract';
import { DAY_MS, formatCents, pickLanguage, refundOfCard, splitPaid } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { translate } from '../../../platform/messages/translate.ts';
import { notifyUser } from '../../notifications/index.ts';
import type { OrderHooks } from '../../payments/index.ts';
import { lockReport } from '../feedback/feedback.queries.ts';
import { formatMoneyBack, loadMailValues } from '../order-view.ts';
import {
  addTransferredCents,
  findForMail,
  getRefundedPayment,
  type LockedOrder,
  lockOrder,
  lockOrderOfPayment,
} from '../orders.queries.ts';
import { getNetEarning, getPaidParts } from '../orders.rules.ts';
import { applyRefund } from './refund-order.ts';
import { restoreOrder } from './restore-order.ts';

type Side = 'buyer' | 'seller';

/** Message keys end in the side. */
async function notifySide(
  context: Context,
  trx: Trx,
  order: LockedOrder,
  { side, template, amountCents }: { side: Side; template: string; amountCents: number },
): Promise<void> {
  const now = context.clock.now();
  const buildValues = await loadMailValues(trx, order.id, now);
  await notifyUser(context, trx, {
    userId: side === 'buyer' ? order.user_id : order.seller_id,
    template: `${template}${side === 'buyer' ? 'Buyer' : 'Seller'}`,
    values: (language) => ({
      ...buildValues(language),
      id: order.id,
      amount:
        side === 'buyer' ? formatMoneyBack(order, amountCents, language) : formatCents(amountCents, language),
    }),
    url: side === 'buyer' ? `/orders/${order.id}` : '/seller/orders',
    tag: `order-${order.id}`,
    until: new Date(now.getTime() + 7 * DAY_MS),
  });
}

/** What buyers read of a failure: what they can do something about, else a general sentence. */
const NAMED_FAILURES = [
  'lost_or_stolen_card',
  'expired_or_canceled_card',
  'charge_for_pending_refund_disputed',
  'declined',
] as const satisfies readonly (typeof refundFailures)[number][];

const nameFailure = (failure: string | null) =>
  NAMED_FAILURES.find((name) => name === failure) ?? ('other' as const);

/** What an order has to do with money that the provider or a bank gave back. */
export const createOrderHooks = (context: Context): OrderHooks => ({
  async lockOrder(trx, paymentId) {
    const order = await lockOrderOfPayment(trx, paymentId);
    if (!order) return null;
    // A full refund answers it, after the payment has been locked.
    await lockReport(trx, order.id);
    return order.id;
  },

  addTransferredCents,

  async bookReturned(trx, { orderId, amountCents, returnedBy }) {
    const order = (await lockOrder(trx, orderId))!;
    // What went back by card; credit and a discount follow in proportion.
    const paid = getPaidParts(order);
    const cardCents = splitPaid(paid, order.refunded_cents).cardCents + amountCents;
    const totalCents = refundOfCard(paid, Math.min(cardCents, paid.cardCents));
    const { language } = (await findForMail(trx, orderId))!;
    await applyRefund(context, trx, order, {
      totalCents,
      decidedBy: returnedBy,
      reason: translate(`orders.returned.${returnedBy}`, context.config.operator.language),
      reportAnswer: translate(`orders.returned.${returnedBy}`, pickLanguage(language)),
    });
    if (returnedBy === 'bank') return;
    const template = totalCents === order.price_cents ? 'orderReturned' : 'orderPartReturned';
    for (const side of ['buyer', 'seller'] as const)
      await notifySide(context, trx, order, {
        side,
        template,
        amountCents: totalCents - order.refunded_cents,
      });
  },

  async restoreOrder(trx, { orderId, cardCents }) {
    const { order, sellerCents } = await restoreOrder(context, trx, { orderId, cardCents });
    await notifySide(context, trx, order, {
      side: 'seller',
      template: 'saleRestored',
      amountCents: sellerCents,
    });
    await notifySide(context, trx, order, {
      side: 'buyer',
      template: 'saleRestored',
      amountCents: cardCents,
    });
  },

  async notifyOfDispute(trx, { orderId, news }) {
    const order = (await lockOrder(trx, orderId))!;
    const sides: Side[] = news === 'lost' || news === 'reversed' ? ['buyer', 'seller'] : ['seller'];
    for (const side of sides)
      await notifySide(context, trx, order, {
        side,
        template: {
          opened: 'disputeOpened',
          won: 'disputeWon',
          lost: 'disputeLost',
          reversed: 'disputeReversed',
        }[news],
        amountCents: getNetEarning(order),
      });
  },

  async notifyOfRefund(trx, { paymentId, orderId, amountCents, news, failure = null }) {
    const now = context.clock.now();
    const payment = await getRefundedPayment(trx, paymentId);
    await notifyUser(context, trx, {
      userId: payment.user_id,
      template: news === 'failed' ? 'refundFailed' : 'refundSettled',
      values: (language) => ({
        name: payment.product_names?.[language] ?? payment.name,
        amount: formatCents(amountCents, language),
        cause: { composed: translate(`orders.refundFailures.${nameFailure(failure)}`, language) },
      }),
      url: orderId === null ? '/transactions' : `/orders/${orderId}`,
      tag: `refund-${paymentId}`,
      until: new Date(now.getTime() + 7 * DAY_MS),
    });
  },
});
