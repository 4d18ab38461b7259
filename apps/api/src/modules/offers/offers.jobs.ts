import { DAY_MS, DAYS_AHEAD, pickLanguage, pickupDateText } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import { workInBatches } from '../../platform/db/batches.ts';
import { findTimeZone } from '../../platform/find-time-zone.ts';
import { composeMail } from '../../platform/mail/mail.ts';
import {
  composePush,
  enqueueNotifications,
  getDeliveryTime,
  type Notification,
} from '../notifications/index.ts';
import { getCachedProductTypes } from '../products/index.ts';
import { translateTypes } from '../sale-places/index.ts';
import {
  adoptFollowers,
  deleteNotifications,
  deleteOldNotifications,
  insertNotifications,
  listFollowersToNotify,
  lockDueNotifications,
  markNotified,
  takeDueChecks,
} from './favourites.queries.ts';
import { hasMapCells, recalculateMapCells, takeMapChanges } from './map/map.queries.ts';
import { deleteOldSearches, markSearchesNotified } from './saved-searches/saved-searches.queries.ts';
import { SAVED_SEARCH_DAYS } from './saved-searches/saved-searches.ts';

export async function offerJobs(context: Context): Promise<void> {
  const { jobs, db, clock } = context;
  await jobs.schedule('* * * * *', 'offers.notify-followers', () => notifyFollowers(context));
  await jobs.schedule('27 3 * * *', 'offers.delete-expired-data', async () => {
    const getDaysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
    await deleteOldNotifications(db, getDaysAgo(DAYS_AHEAD + 2));
    await deleteOldSearches(db, getDaysAgo(SAVED_SEARCH_DAYS));
  });
  await jobs.schedule('*/2 * * * *', 'offers.update-map-cells', () => updateMapCells(context));
  // A new database gets its clusters at once, not with the next scheduled run.
  if (await hasMapCells(db)) return;
  await db.transaction().execute((trx) => jobs.enqueue(trx, 'offers.update-map-cells', {}));
}

/** Recalculates the clusters of the map if they have changed. They may be minutes old; pins are read live. */
export const updateMapCells = ({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const now = clock.now();
    if (await takeMapChanges(trx, now)) await recalculateMapCells(trx, now);
  });

const BATCH_SIZE = 500;
/** Where users without a location are taken to be. */
const DEFAULT_TIME_ZONE = 'Europe/Lisbon';

/**
 * Runs every minute: records whom to notify of products on sale or back on sale and when, then sends the due
 * notifications.
 */
async function notifyFollowers(context: Context): Promise<void> {
  await context.db.transaction().execute(adoptFollowers);
  await workInBatches((limit) => recordFollowersToNotify(context, limit), BATCH_SIZE);
  await workInBatches((limit) => notifyBatch(context, limit), BATCH_SIZE);
}

/** Returns the number of products it looked at. */
function recordFollowersToNotify({ db, clock, log }: Context, limit: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const now = clock.now();
    const checks = await takeDueChecks(trx, now, limit);
    const followers = checks.length === 0 ? [] : await listFollowersToNotify(trx, checks, now);
    const notifications = [];
    for (const { user_id, slot_id, saved_search_id, ...recipient } of followers) {
      try {
        const due_at = getDeliveryTime(now, recipient, await getTimeZone(recipient));
        notifications.push({ user_id, slot_id, saved_search_id, due_at });
      } catch (error) {
        log.error({ user_id, slot_id, err: error }, 'follower not notified');
      }
    }
    if (notifications.length > 0) await insertNotifications(trx, notifications);
    return checks.length;
  });
}

const getTimeZone = async ({ latitude, longitude }: { latitude: number | null; longitude: number | null }) =>
  latitude === null || longitude === null ? DEFAULT_TIME_ZONE : findTimeZone({ latitude, longitude });

/** Returns the number of processed notifications. */
function notifyBatch(context: Context, limit: number): Promise<number> {
  const { db, clock, log } = context;
  return db.transaction().execute(async (trx) => {
    const now = clock.now();
    const dueNotifications = await lockDueNotifications(trx, now, limit);
    const types = await getCachedProductTypes(db);
    const deliverable: DueNotification[] = [];
    const searchIds = new Set<number>();
    const notifications = dueNotifications.flatMap((row) => {
      if (!row.is_current || row.channel === 'none') return [];
      // Of what matches a search the user is told the first.
      if (row.search_id !== null && searchIds.has(row.search_id)) return [];
      try {
        const notification = buildNotification(context, row, row.channel, types);
        deliverable.push(row);
        if (row.search_id !== null) searchIds.add(row.search_id);
        return [notification];
      } catch (error) {
        // Left out, so that it does not stop the others.
        log.error({ user_id: row.user_id, slot_id: row.slot_id, err: error }, 'follower not notified');
        return [];
      }
    });
    const obsolete = dueNotifications.filter((row) => !deliverable.includes(row));
    await enqueueNotifications(context, trx, notifications);
    if (deliverable.length) await markNotified(trx, deliverable, now);
    if (searchIds.size) await markSearchesNotified(trx, [...searchIds], now);
    if (obsolete.length) await deleteNotifications(trx, obsolete);
    return dueNotifications.length;
  });
}

type DueNotification = Awaited<ReturnType<typeof lockDueNotifications>>[number];

function buildNotification(
  { config }: Context,
  row: DueNotification,
  channel: 'push' | 'mail',
  types: Awaited<ReturnType<typeof getCachedProductTypes>>,
): Notification {
  const language = pickLanguage(row.language);
  const { name, place, address, starts_at, ends_at, time_zone } = row;
  const url = `/offers/${row.product_id}`;
  const [type] = row.search_type_id === null ? [] : translateTypes([row.search_type_id], types, language);
  const template = row.search_id !== null ? 'savedSearch' : row.has_more ? 'moreToday' : 'backOnSale';
  const values = {
    name,
    search: [row.search_text, type?.name].filter(Boolean).join(' · '),
    place,
    address,
    pickup: pickupDateText(starts_at, ends_at, time_zone, language),
    url: config.publicUrl + url,
    settings: `${config.publicUrl}/account/notifications`,
  };
  return {
    userId: row.user_id,
    channel,
    // Anybody can enter a stranger's address and follow a product whose name they chose, or search for what they chose.
    mail: row.is_verified
      ? {
          to: row.email,
          ...composeMail(template, language, values),
          unsubscribe: { what: 'favourites', userId: row.user_id },
        }
      : null,
    push: composePush(template, language, values, { url, tag: `slot-${row.slot_id}` }),
    until: ends_at,
  };
}
