import {
  getEarliestStart,
  getLegalTextPath,
  getLocale,
  getNoticeDays,
  type Language,
  type LegalText,
  legalTextVersions,
  localDate,
} from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { translate } from '../../../platform/messages/translate.ts';
import {
  announceVersion,
  getChanges,
  insertNotices,
  listTextStates,
  recordVersions,
} from '../../identity/index.ts';
import { notifyUser } from '../../notifications/index.ts';
import type { OperatorCall } from '../operator-route.ts';
import { type AuditChange, recordCommand } from '../operators/audit.queries.ts';

/** So many users are notified in one transaction. */
const BATCH_SIZE = 200;

interface Announcement {
  text: LegalText;
  version: string;
  /** Day in the operator's time zone, from whose beginning the text holds. */
  date: Temporal.PlainDate;
}

/** Users learn of it by mail and in the app from now on. */
async function announce(
  { db, clock, jobs, config }: Pick<Context, 'db' | 'clock' | 'jobs' | 'config'>,
  { text, version, date }: Announcement,
  record: (trx: Trx, change: AuditChange) => Promise<unknown>,
): Promise<void> {
  const now = clock.now();
  const start = date.toZonedDateTime(config.operatorTimeZone);
  await db.transaction().execute(async (trx) => {
    await announceVersion(trx, { text, version, holdsFrom: new Date(start.epochMilliseconds), now });
    await record(trx, {
      subject: ['legal_text', text],
      after: { version, holds_from: date.toString() },
    });
    await jobs.enqueue(trx, 'admin.announce-legal-texts', {});
  });
}

export const announceLegalText = (
  context: Pick<Context, 'db' | 'clock' | 'jobs' | 'config'>,
  announcement: Announcement,
): Promise<void> =>
  announce(context, announcement, (trx, change) =>
    recordCommand(context, trx, 'legal-texts announce', change),
  );

export async function announceByConsole(context: Context, call: OperatorCall<'announceLegalText'>) {
  const { text, version, holds_from: holdsFrom, reason } = call.body;
  await announce(context, { text, version, date: Temporal.PlainDate.from(holdsFrom) }, (trx, change) =>
    call.record(trx, { ...change, reason: reason.trim() }),
  );
  return getConsoleLegalTexts(context, call);
}

/** As `npm run operator -- legal-texts list`. */
export async function getConsoleLegalTexts(
  { db, clock, config }: Context,
  { language }: { language: Language },
) {
  const now = clock.now();
  const states = await listTextStates(db, now);
  return {
    data: states.map(({ text, inForce, planned }) => {
      const newest = legalTextVersions[text][0]!.version;
      const isWaiting = !planned && newest > inForce.version;
      return {
        text,
        title: translate(`identity.legalTexts.${text}`, language),
        version: inForce.version,
        holds_from: inForce.holds_from.toISOString(),
        planned: planned && {
          version: planned.version,
          announced_at: planned.announced_at.toISOString(),
          holds_from: planned.holds_from.toISOString(),
          changes: getChanges(text, planned.version, language),
        },
        waiting: isWaiting
          ? {
              version: newest,
              changes: getChanges(text, newest, language),
              notice_days: getNoticeDays(text, inForce.version),
              earliest: getEarliestDay(getEarliestStart(text, inForce.version, now), config.operatorTimeZone),
            }
          : null,
      };
    }),
  };
}

/** The first day that begins no earlier. */
export function getEarliestDay(instant: Date, timeZone: string): string {
  const day = localDate(instant, timeZone);
  const isBegun = day.toZonedDateTime(timeZone).epochMilliseconds < instant.getTime();
  return (isBegun ? day.add({ days: 1 }) : day).toString();
}

/** Tells everybody of planned versions, also who registers after the announcement. */
export async function notifyOfPlannedVersions(context: Context): Promise<void> {
  const { db, clock } = context;
  await recordVersions(context);
  for (const { text, planned } of await listTextStates(db, clock.now())) {
    if (!planned) continue;
    const { version, holds_from: holdsFrom } = planned;
    while ((await notifyBatch(context, { text, version, holdsFrom })) === BATCH_SIZE);
  }
}

const notifyBatch = (
  context: Context,
  { text, version, holdsFrom }: { text: LegalText; version: string; holdsFrom: Date },
): Promise<number> =>
  context.db.transaction().execute(async (trx) => {
    const userIds = await insertNotices(trx, {
      ...{ text, version },
      now: context.clock.now(),
      limit: BATCH_SIZE,
    });
    const { operatorTimeZone: timeZone } = context.config;
    const formatDay = (language: Language) =>
      new Intl.DateTimeFormat(getLocale(language), { dateStyle: 'long', timeZone }).format(holdsFrom);
    const values = (language: Language) => ({
      title: { composed: translate(`identity.legalTexts.${text}`, language) },
      date: formatDay(language),
      changes: { composed: getChanges(text, version, language) },
      leave: `${context.config.publicUrl}/account/delete`,
    });
    for (const userId of userIds)
      await notifyUser(context, trx, {
        userId,
        template: 'legalText',
        values,
        isByWopack: true,
        isByEveryWay: true,
        url: getLegalTextPath(text, version),
        tag: `legal-text-${text}`,
        until: holdsFrom,
      });
    return userIds.length;
  });
