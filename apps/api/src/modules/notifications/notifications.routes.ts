import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../platform/context.ts';
import { saveNotifications, showNotifications } from './settings.ts';
import { removePushSubscription, savePushSubscription } from './subscriptions.ts';

export function notificationRoutes(context: Context, { route }: Http): void {
  route(endpoints.showNotifications, (call) => showNotifications(context, call));
  route(endpoints.saveNotifications, (call) => saveNotifications(context, call));
  route(endpoints.savePushSubscription, (call) => savePushSubscription(context, call));
  route(endpoints.removePushSubscription, (call) => removePushSubscription(context, call));
}
