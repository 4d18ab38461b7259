import { getLegalTextPath, getLocale, type Language, type LegalText } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import { translate } from '../../../platform/messages/translate.ts';
import {
  announceVersion,
  getChanges,
  insertNotices,
  listTextStates,
  recordVersions,
} from '../../identity/index.ts';
import { notifyUser } from '../../notifications/index.ts';
import { recordCommand } from '../operators/audit.queries.ts';

/** So many users are notified in one transaction. */
const BATCH_SIZE = 200;

/** Users learn of it by mail and in the app from now on. `date` is a day of the operator, at whose beginning it holds. */
export async function announceLegalText(
  context: Pick<Context, 'db' | 'clock' | 'jobs' | 'config'>,
  { text, version, date }: { text: LegalText; version: string; date: Temporal.PlainDate },
): Promise<void> {
  const { db, clock, jobs, config } = context;
  const now = clock.now();
  const start = date.toZonedDateTime(config.operatorTimeZone);
  await db.transaction().execute(async (trx) => {
    await announceVersion(trx, { text, version, holdsFrom: new Date(start.epochMilliseconds), now });
    await recordCommand(context, trx, 'legal-texts announce', {
      subject: ['legal_text', text],
      after: { version, holds_from: date.toString() },
    });
    await jobs.enqueue(trx, 'admin.announce-legal-texts', {});
  });
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
