import { DAY_MS, handOutEndsAt } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import { createTranslator } from '../../platform/translator.ts';
import { getRetentionCutoff } from '../identity/index.ts';
import { hasReliability } from '../sale-places/index.ts';
import { announceOrders } from './create-order.ts';
import { translateReport } from './feedback/translate-reports.ts';
import { translateReview, translateReviewBacklog } from './feedback/translate-reviews.ts';
import { deleteEndedLinks } from './friend/friend-links.queries.ts';
import { countImpact } from './impact/count-impact.ts';
import { hasImpacts } from './impact/public-impact.queries.ts';
import { removeOldInvoices } from './invoices/invoices.queries.ts';
import { sendSellerNotification } from './order-events.ts';
import { deleteOldMarks, markNotCollected } from './orders.queries.ts';
import { updateAllReliability, updateReliability } from './reliability/reliability.ts';
import { sendReminder } from './reminders.ts';
import { removeOldValuePhotos } from './value/answer-value.ts';
import { askValue } from './value/ask-value.ts';
import { proposeValues } from './value/propose-values.ts';
import { deleteOldProposals } from './value/value.queries.ts';

const HAND_OUT_GRACE_MS = handOutEndsAt(new Date(0)).getTime();
/** The console shows when a buyer was reminded. */
const MARK_RETENTION_MS = 60 * DAY_MS;
/** The console shows who reacted. */
const PROPOSAL_RETENTION_MS = 365 * DAY_MS;

export async function orderJobs(context: Context): Promise<void> {
  const { jobs, db, clock } = context;
  await jobs.workBatches(
    'orders.announce-order',
    (batch) =>
      announceOrders(
        context,
        batch.map(({ orderId }) => orderId),
      ),
    // The orders of a batch share its statements.
    { batchSize: 50 },
  );
  await jobs.work('orders.notify-seller', (job) => sendSellerNotification(context, job));
  await jobs.work('orders.send-reminder', ({ orderId }) => sendReminder(context, orderId));
  await jobs.work('orders.ask-value', ({ orderId }) => askValue(context, orderId));
  await jobs.schedule('* * * * *', 'orders.mark-not-collected', async () => {
    await markNotCollected(db, new Date(clock.now().getTime() - HAND_OUT_GRACE_MS));
  });
  await jobs.work('orders.update-reliability', ({ salePlaceId }) => updateReliability(context, salePlaceId));
  await jobs.schedule('12 4 * * *', 'orders.update-all-reliability', () => updateAllReliability(context));
  // By day: whoever has quiet hours is told then.
  await jobs.schedule('20 10 * * *', 'orders.propose-values', () => proposeValues(context));
  // After an upgrade the figures are there at once, not with the next night.
  if (!(await hasReliability(db)))
    await db.transaction().execute((trx) => jobs.enqueue(trx, 'orders.update-all-reliability', {}));
  await jobs.schedule('41 3 * * *', 'orders.count-impact', () => countImpact(context));
  if (!(await hasImpacts(db)))
    await db.transaction().execute((trx) => jobs.enqueue(trx, 'orders.count-impact', {}));
  const translator = createTranslator(context.config.translation);
  if (translator) {
    await jobs.work('orders.translate-review', async ({ orderId }) => {
      await translateReview(context, { translator, orderId });
    });
    await jobs.work('orders.translate-report', ({ orderId }) =>
      translateReport(context, { translator, orderId }),
    );
    await jobs.schedule('33 4 * * *', 'orders.translate-backlog', () =>
      translateReviewBacklog(context, translator),
    );
  }
  await jobs.schedule('27 3 * * *', 'orders.delete-expired-data', async () => {
    const before = new Date(clock.now().getTime() - MARK_RETENTION_MS);
    for (const table of ['order_reminders', 'value_questions', 'low_stock_notifications'] as const)
      await deleteOldMarks(db, table, before);
    await deleteEndedLinks(db, before);
    await removeOldValuePhotos(context);
    await deleteOldProposals(db, new Date(clock.now().getTime() - PROPOSAL_RETENTION_MS));
    await removeOldInvoices(db, getRetentionCutoff(clock.now()));
  });
}
