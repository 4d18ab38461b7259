import type { endpoints } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import type { Call } from '../../../platform/http/route.ts';
import { scheduleReminders } from '../reminders/reminders.ts';
import { findSettings, saveSettings } from './settings.queries.ts';

export async function getNotificationSettings(
  { db, push }: Context,
  { actor }: Call<typeof endpoints.getNotificationSettings>,
) {
  return { data: { ...(await findSettings(db, actor.id)), push_key: push.publicKey } };
}

/** Also reschedules reminders of open orders. */
export async function updateNotificationSettings(
  context: Context,
  { actor, body }: Call<typeof endpoints.updateNotificationSettings>,
) {
  const { channel, reminder_minutes, quiet_from, quiet_to } = body;
  await context.db.transaction().execute(async (trx) => {
    await saveSettings(trx, actor.id, { channel, reminder_minutes, quiet_from, quiet_to });
    await scheduleReminders(context, trx, { userId: actor.id });
  });
  return { success: true, code: 0 as const };
}
