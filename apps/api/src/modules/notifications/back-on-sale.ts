import tzLookup from '@photostructure/tz-lookup';
import { pickLanguage, pickupDateText } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import { translate } from '../../platform/messages/translate.ts';
import { dropNotices, dueNotices, followersToTell, insertNotices, markTold } from './back-on-sale.queries.ts';
import { tellAt } from './quiet-hours.rules.ts';
import { type News, tell } from './tell.ts';

const BATCH = 500;
/** Of who never said where they are. */
const USUAL_ZONE = 'Europe/Lisbon';

/** Every minute: writes down whom to tell of packs back on sale and when, then tells those whose time has come. */
export async function tellFollowers(context: Context): Promise<void> {
  const { db, clock } = context;
  await db.transaction().execute(async (trx) => {
    const now = clock.now();
    const followers = await followersToTell(trx, now);
    if (followers.length === 0) return;
    await insertNotices(
      trx,
      followers.map(({ user_id, slot_id, ...person }) => ({
        user_id,
        slot_id,
        due_at: tellAt(now, person, timeZoneOf(person)),
      })),
    );
  });
  while ((await tellBatch(context)) === BATCH);
}

const timeZoneOf = ({ latitude, longitude }: { latitude: number | null; longitude: number | null }) =>
  latitude === null || longitude === null ? USUAL_ZONE : tzLookup(latitude, longitude);

/** Answers how many it looked at. */
function tellBatch(context: Context): Promise<number> {
  const { db, clock } = context;
  return db.transaction().execute(async (trx) => {
    const now = clock.now();
    const notices = await dueNotices(trx, now, BATCH);
    const news = notices.flatMap((notice) =>
      notice.still && notice.channel !== 'none' ? [newsOf(context, notice, notice.channel)] : [],
    );
    const told = notices.filter(({ still, channel }) => still && channel !== 'none');
    const dropped = notices.filter((notice) => !told.includes(notice));
    await tell(context, trx, news);
    if (told.length) await markTold(trx, told, now);
    if (dropped.length) await dropNotices(trx, dropped);
    return notices.length;
  });
}

type Notice = Awaited<ReturnType<typeof dueNotices>>[number];

function newsOf({ config }: Context, notice: Notice, channel: 'push' | 'mail'): News {
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
