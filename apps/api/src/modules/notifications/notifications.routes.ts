import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../platform/context.ts';
import {
  deletePushSubscription,
  savePushSubscription,
  validatePushSubscription,
} from './push/push-subscriptions.ts';
import { oneClickUnsubscribeRoutes } from './settings/one-click-unsubscribe.routes.ts';
import {
  getSellerNotificationSettings,
  updateSellerNotificationSettings,
} from './settings/seller-settings.ts';
import { getNotificationSettings, updateNotificationSettings } from './settings/settings.ts';
import { unsubscribe } from './settings/unsubscribe.ts';

export function notificationRoutes(context: Context, http: Http): void {
  const { route } = http;
  route(endpoints.getNotificationSettings, (call) => getNotificationSettings(context, call));
  route(endpoints.updateNotificationSettings, (call) => updateNotificationSettings(context, call));
  route(endpoints.getSellerNotificationSettings, (call) => getSellerNotificationSettings(context, call));
  route(endpoints.updateSellerNotificationSettings, (call) =>
    updateSellerNotificationSettings(context, call),
  );
  route(endpoints.unsubscribe, async ({ params }) => {
    await unsubscribe(context, params);
    return { success: true, code: 0 as const };
  });
  oneClickUnsubscribeRoutes(context, http);
  route(endpoints.savePushSubscription, (call) => savePushSubscription(context, call), {
    validate: validatePushSubscription,
  });
  route(endpoints.deletePushSubscription, (call) => deletePushSubscription(context, call));
}
