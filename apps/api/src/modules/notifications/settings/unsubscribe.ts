import { createHash } from 'node:crypto';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { scheduleReminders } from '../reminders/reminders.ts';
import { findSellerSettings, saveSellerSettings } from './seller-settings.queries.ts';
import { findSettings, findUserByLink, saveSettings } from './settings.queries.ts';
import { type OptionalMailType, parseUnsubscribeKey } from './unsubscribe-url.ts';

/** Idempotent. */
export async function unsubscribe(
  context: Context,
  { what, key }: { what: OptionalMailType; key: string },
): Promise<void> {
  const userId = parseUnsubscribeKey(context.secrets, key);
  const formerKeyHash = createHash('sha256').update(key.toLowerCase()).digest();
  const user = await findUserByLink(context.db, userId === null ? { formerKeyHash } : { userId });
  if (!user) throw new AppError('notFound');
  await context.db.transaction().execute(async (trx) => {
    if (what !== 'favourites' && what !== 'reminders') {
      const sellerSettings = await findSellerSettings(trx, user.id);
      return saveSellerSettings(trx, user.id, { ...sellerSettings, [what]: 'none' });
    }
    const settings = await findSettings(trx, user.id);
    const change = what === 'favourites' ? { channel: 'none' as const } : { reminder_minutes: 0 };
    await saveSettings(trx, user.id, { ...settings, ...change });
    if (what === 'reminders') await scheduleReminders(context, trx, { userId: user.id });
  });
}
