import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../platform/context.ts';
import { saveSellerNotifications, showSellerNotifications } from './seller-settings.ts';
import { saveNotifications, showNotifications } from './settings.ts';
import { removePushSubscription, savePushSubscription } from './subscriptions.ts';

export function notificationRoutes(context: Context, { route }: Http): void {
  route(endpoints.showNotifications, (call) => showNotifications(context, call));
  route(endpoints.saveNotifications, (call) => saveNotifications(context, call));
  route(endpoints.showSellerNotifications, (call) => showSellerNotifications(context, call));
  route(endpoints.saveSellerNotifications, (call) => saveSellerNotifications(context, call));
  route(endpoints.savePushSubscription, (call) => savePushSubscription(context, call));
  route(endpoints.removePushSubscription, (call) => removePushSubscription(context, call));
}
