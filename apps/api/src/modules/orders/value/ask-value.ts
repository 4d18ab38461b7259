import { formatValue, HOUR_MS, pickLanguage, ratingDeadline } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { composeMail } from '../../../platform/mail/mail.ts';
import {
  composePush,
  enqueueNotifications,
  findSettings,
  getDeliveryTime,
} from '../../notifications/index.ts';
import { buildMailValues } from '../order-view.ts';
import { findForMail, findMyOrder, recordMark } from '../orders.queries.ts';
import { canAnswerValue, getUnitValue } from './value.rules.ts';

/** Time to get home and look into the bag. */
const ASK_AFTER_MS = HOUR_MS;

/** Called in the transaction that hands the order out. */
export const scheduleValueQuestion = (
  { jobs }: Pick<Context, 'jobs'>,
  trx: Trx,
  { orderId, collectedAt }: { orderId: number; collectedAt: Date },
): Promise<void> =>
  jobs.enqueue(
    trx,
    'orders.ask-value',
    { orderId },
    { startAfter: new Date(collectedAt.getTime() + ASK_AFTER_MS) },
  );

/**
 * Asks once, by the channel of notifications that are optional, and not in quiet hours. Nobody is asked who answered before,
 * sent a friend, or wants no such question.
 */
export async function askValue(context: Context, orderId: number): Promise<void> {
  const { db, clock, config, jobs } = context;
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const mailed = await findForMail(trx, orderId);
    const order = mailed && (await findMyOrder(trx, mailed.user_id, orderId));
    if (!order || !canAnswerValue(order, now)) return;
    if (order.value_answer !== null || order.opened_at || order.is_of_member) return;
    const settings = await findSettings(trx, mailed.user_id);
    if (!settings.asks_value || settings.channel === 'none') return;
    const deliverAt = getDeliveryTime(now, settings, mailed.time_zone);
    if (deliverAt > now) {
      await jobs.enqueue(trx, 'orders.ask-value', { orderId }, { startAfter: deliverAt });
      return;
    }
    if (!(await recordMark(trx, 'value_questions', orderId, now))) return;
    const language = pickLanguage(mailed.language);
    const url = `/orders/${orderId}/worth`;
    const values = {
      ...buildMailValues(mailed, language, now),
      value: formatValue(getUnitValue(order)!, language),
      url: config.publicUrl + url,
    };
    await enqueueNotifications(context, trx, [
      {
        userId: mailed.user_id,
        channel: settings.channel,
        mail: {
          to: mailed.email,
          ...composeMail('valueQuestion', language, values),
          unsubscribe: { what: 'value', userId: mailed.user_id },
        },
        push: composePush('valueQuestion', language, values, { url, tag: `value-${orderId}` }),
        until: ratingDeadline(order.collected_at!),
      },
    ]);
  });
}
