import type { Trx } from '../../platform/db/database.ts';
import { deleteJobsTo } from '../../platform/db/job-table.queries.ts';
import type { PersonalDataHandler } from '../../platform/personal-data.ts';
import { findSettings, listSellerSettings } from './notifications.queries.ts';
import { getDefaultChannel } from './notifications.rules.ts';

export const notificationPersonalData: PersonalDataHandler = {
  async export(db, { id: userId }) {
    const devices = await db
      .selectFrom('push_subscriptions')
      .select(['endpoint', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute();
    const chosen = (await listSellerSettings(db, userId)).map(
      ({ business_id, sold, last_sold, cancelled, report, draw, stock_question, ...settings }) => ({
        business_id,
        sold,
        last_sold,
        cancelled,
        report,
        draw,
        stock_question,
        low_stock_units: settings.low_stock_units,
        sale_place_ids: settings.chosen_sale_place_ids,
      }),
    );
    const own = chosen.find(({ business_id }) => business_id === userId);
    const getOwn = (type: 'sold' | 'last_sold' | 'cancelled' | 'report') =>
      own?.[type] ?? getDefaultChannel('owner', type);
    return {
      notifications: {
        ...(await findSettings(db, userId)),
        seller: {
          sold: getOwn('sold'),
          last_sold: getOwn('last_sold'),
          cancelled: getOwn('cancelled'),
          report: getOwn('report'),
        },
        businesses: chosen,
        push_devices: devices.map(({ endpoint, created_at }) => ({
          endpoint,
          created_at: created_at.toISOString(),
        })),
      },
    };
  },
  async unpublish(trx, { id: userId }) {
    await deleteMailsTo(trx, userId);
    // What they chose in businesses ends with their memberships.
    for (const table of ['push_subscriptions', 'notification_settings'] as const) {
      await trx.deleteFrom(table).where('user_id', '=', userId).execute();
    }
  },
  /** Mails that were sent after the deletion. */
  async erase(trx, { id: userId }) {
    await deleteMailsTo(trx, userId);
    return [];
  },
};

/** Undelivered mails to a user, and the jobs that sent or are to send one. */
async function deleteMailsTo(trx: Trx, userId: number): Promise<void> {
  const email = trx.selectFrom('users').select('email').where('id', '=', userId);
  await trx.deleteFrom('mail_failures').where('recipient', '=', email).execute();
  await deleteJobsTo(trx, (await email.executeTakeFirstOrThrow()).email);
}
