import type { PersonalDataHandler } from '../../platform/personal-data.ts';
import { findSellerSettings, findSettings } from './notifications.queries.ts';

export const notificationPersonalData: PersonalDataHandler = {
  async export(db, userId) {
    const devices = await db
      .selectFrom('push_subscriptions')
      .select(['endpoint', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute();
    return {
      notifications: {
        ...(await findSettings(db, userId)),
        seller: await findSellerSettings(db, userId),
        push_devices: devices.map(({ endpoint, created_at }) => ({
          endpoint,
          created_at: created_at.toISOString(),
        })),
      },
    };
  },
  async unpublish(trx, userId) {
    await trx
      .deleteFrom('mail_failures')
      .where('recipient', '=', (eb) => eb.selectFrom('users').select('email').where('id', '=', userId))
      .execute();
    for (const table of [
      'push_subscriptions',
      'notification_settings',
      'seller_notification_settings',
    ] as const) {
      await trx.deleteFrom(table).where('user_id', '=', userId).execute();
    }
  },
};
