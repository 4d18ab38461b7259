import type { endpoints } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import type { Call } from '../../../platform/http/route.ts';
import { findSellerSettings, saveSellerSettings } from './seller-settings.queries.ts';

export async function getSellerNotificationSettings(
  { db }: Context,
  { actor }: Call<typeof endpoints.getSellerNotificationSettings>,
) {
  return { data: await findSellerSettings(db, actor.id) };
}

export async function updateSellerNotificationSettings(
  { db }: Context,
  { actor, body }: Call<typeof endpoints.updateSellerNotificationSettings>,
) {
  const { sold, last_sold, cancelled, report } = body;
  await saveSellerSettings(db, actor.id, { sold, last_sold, cancelled, report });
  return { success: true, code: 0 as const };
}
