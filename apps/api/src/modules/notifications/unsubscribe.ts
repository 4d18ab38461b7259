import { createHash } from 'node:crypto';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/http/error.ts';
import { planReminders } from './reminders.ts';
import { findSellerSettings, saveSellerSettings } from './seller-settings.queries.ts';
import { findByLink, findSettings, saveSettings } from './settings.queries.ts';
import { type Declinable, userIdOfKey } from './unsubscribe-url.ts';

/** Ends mails of one kind for whoever got the link. Once more changes nothing. */
export async function unsubscribe(
  context: Context,
  { what, key }: { what: Declinable; key: string },
): Promise<void> {
  const userId = userIdOfKey(context.secrets, key);
  const formerKeyHash = createHash('sha256').update(key.toLowerCase()).digest();
  const person = await findByLink(context.db, userId === null ? { formerKeyHash } : { userId });
  if (!person) throw new AppError('notFound');
  await context.db.transaction().execute(async (trx) => {
    if (what !== 'favourites' && what !== 'reminders') {
      const matters = await findSellerSettings(trx, person.id);
      return saveSellerSettings(trx, person.id, { ...matters, [what]: 'none' });
    }
    const settings = await findSettings(trx, person.id);
    const change = what === 'favourites' ? { channel: 'none' as const } : { reminder_minutes: 0 };
    await saveSettings(trx, person.id, { ...settings, ...change });
    if (what === 'reminders') await planReminders(context, trx, { userId: person.id });
  });
}
