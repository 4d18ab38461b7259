import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../platform/context.ts';
import { oneClick } from './one-click.routes.ts';
import { saveSellerNotifications, showSellerNotifications } from './seller-settings.ts';
import { saveNotifications, showNotifications } from './settings.ts';
import { removePushSubscription, savePushSubscription, validatePushSubscription } from './subscriptions.ts';
import { unsubscribe } from './unsubscribe.ts';

export function notificationRoutes(context: Context, http: Http): void {
  const { route } = http;
  route(endpoints.showNotifications, (call) => showNotifications(context, call));
  route(endpoints.saveNotifications, (call) => saveNotifications(context, call));
  route(endpoints.showSellerNotifications, (call) => showSellerNotifications(context, call));
  route(endpoints.saveSellerNotifications, (call) => saveSellerNotifications(context, call));
  route(endpoints.unsubscribe, async ({ params }) => {
    await unsubscribe(context, params);
    return { success: true, code: 0 as const };
  });
  oneClick(context, http);
  route(endpoints.savePushSubscription, (call) => savePushSubscription(context, call), {
    validate: validatePushSubscription,
  });
  route(endpoints.removePushSubscription, (call) => removePushSubscription(context, call));
}
