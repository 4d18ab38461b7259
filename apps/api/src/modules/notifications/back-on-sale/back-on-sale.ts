import tzLookup from '@photostructure/tz-lookup';
import { pickLanguage, pickupDateText } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import { translate } from '../../../platform/messages/translate.ts';
import { enqueueNotifications, type Notification } from '../enqueue-notifications.ts';
import { getDeliveryTime } from '../settings/quiet-hours.rules.ts';
import {
  deleteNotices,
  insertNotices,
  listFollowersToNotify,
  lockDueNotices,
  markNotified,
} from './back-on-sale.queries.ts';

const BATCH_SIZE = 500;
/** For users without a location. */
const DEFAULT_TIME_ZONE = 'Europe/Lisbon';

/**
 * Runs every minute: records whom to notify of products back on sale and when, then sends the due
 * notifications.
 */
export async function notifyFollowers(context: Context): Promise<void> {
  const { db, clock } = context;
  await db.transaction().execute(async (trx) => {
    const now = clock.now();
    const followers = await listFollowersToNotify(trx, now);
    if (followers.length === 0) return;
    await insertNotices(
      trx,
      followers.map(({ user_id, slot_id, ...recipient }) => ({
        user_id,
        slot_id,
        due_at: getDeliveryTime(now, recipient, getTimeZone(recipient)),
      })),
    );
  });
  while ((await notifyBatch(context)) === BATCH_SIZE);
}

const getTimeZone = ({ latitude, longitude }: { latitude: number | null; longitude: number | null }) =>
  latitude === null || longitude === null ? DEFAULT_TIME_ZONE : tzLookup(latitude, longitude);

/** Returns the number of processed notices. */
function notifyBatch(context: Context): Promise<number> {
  const { db, clock } = context;
  return db.transaction().execute(async (trx) => {
    const now = clock.now();
    const notices = await lockDueNotices(trx, now, BATCH_SIZE);
    const notifications = notices.flatMap((notice) =>
      notice.still && notice.channel !== 'none' ? [buildNotification(context, notice, notice.channel)] : [],
    );
    const deliverable = notices.filter(({ still, channel }) => still && channel !== 'none');
    const obsolete = notices.filter((notice) => !deliverable.includes(notice));
    await enqueueNotifications(context, trx, notifications);
    if (deliverable.length) await markNotified(trx, deliverable, now);
    if (obsolete.length) await deleteNotices(trx, obsolete);
    return notices.length;
  });
}

type Notice = Awaited<ReturnType<typeof lockDueNotices>>[number];

function buildNotification({ config }: Context, notice: Notice, channel: 'push' | 'mail'): Notification {
  const language = pickLanguage(notice.language);
  const { name, place, address, starts_at, ends_at, time_zone } = notice;
  const url = `/offers/${notice.product_id}`;
  const values = {
    name,
    place,
    address,
    pickup: pickupDateText(starts_at, ends_at, time_zone, language),
    url: config.publicUrl + url,
    settings: `${config.publicUrl}/account/notifications`,
  };
  return {
    userId: notice.user_id,
    channel,
    mail: {
      to: notice.email,
      subject: translate('mail.backOnSale.subject', language, values),
      text: translate('mail.backOnSale.text', language, values),
      url: values.url,
      language,
      unsubscribe: { what: 'favourites', userId: notice.user_id },
    },
    push: {
      title: translate('push.backOnSale.title', language, values),
      body: translate('push.backOnSale.body', language, values),
      url,
      tag: `slot-${notice.slot_id}`,
    },
    until: ends_at,
  };
}
