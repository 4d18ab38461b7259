import type { endpoints } from '@wopack/contract';
import { formatCents, pickLanguage } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import { AppError, invalid } from '../../platform/http/error.ts';
import type { Call } from '../../platform/http/route.ts';
import { translate } from '../../platform/messages/translate.ts';
import { giveUnitBack } from '../packs/index.ts';
import { buyersView } from './order-view.ts';
import { findContact, findMyOrder, lockMyOrder } from './orders.queries.ts';
import { howToCancel, step } from './orders.rules.ts';
import { newsForSeller } from './seller-news.ts';
import { takeBack } from './take-back.ts';

/** The buyer cancels: everything goes back, the pack is on sale again. */
export async function cancelOrder(
  context: Context,
  { actor, params, body, language }: Call<typeof endpoints.cancelOrder>,
) {
  const { db, clock, jobs } = context;
  const now = clock.now();
  const reason = body?.reason?.trim() || null;
  await db.transaction().execute(async (trx) => {
    const order = await lockMyOrder(trx, actor.id, params.id);
    if (!order) throw new AppError('notFound');
    const way = step(order.state, 'cancelled_by_buyer');
    if (way === 'done') return;
    const how = howToCancel(order.state, order.pickup_start, now);
    if (way === 'no' || how === 'no') throw new AppError('conflict', { message: 'orders.cancelTooLate' });
    if (how === 'with_reason' && !reason) throw invalid('reason', 'orders.cancelReason');

    await takeBack(context, trx, order, { state: 'cancelled_by_buyer', reason });
    await giveUnitBack(trx, order.slot_id);
    await newsForSeller(context, trx, order.id, 'cancelled');
    const { email, language: preferred } = await findContact(trx, order.user_id);
    const theirs = pickLanguage(preferred);
    const amount = formatCents(order.price_cents, theirs);
    await jobs.enqueue(trx, 'mail', {
      to: email,
      subject: translate('mail.cancelled.subject', theirs, { name: order.product_name }),
      text: translate('mail.cancelled.text', theirs, { name: order.product_name, amount }),
      language: theirs,
    });
  });
  return { data: buyersView((await findMyOrder(db, actor.id, params.id))!, language, now) };
}
