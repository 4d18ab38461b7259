import { type Language, pickLanguage } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { translate } from '../../platform/messages/translate.ts';
import { enqueueNotifications } from './enqueue-notifications.ts';
import { getDeliveryTime } from './settings/quiet-hours.rules.ts';
import {
  findSellerRecipient,
  findSellerSettings,
  type SellerNotificationType,
} from './settings/seller-settings.queries.ts';

export interface SellerNotification {
  sellerId: number;
  /** Message keys are `mail.seller.<type>.subject`, `.text` and `push.seller.<type>.title`, `.body`. */
  type: SellerNotificationType;
  values(language: Language): Record<string, string | number>;
  /** Path of the linked page. */
  url: string;
  tag: string;
  until: Date;
  /** Time zone of the sale place, used for quiet hours. */
  timeZone: string;
  /** If quiet hours end after this instant, the notification is delivered during them. */
  deadline: Date | null;
}

export const isSellerNotificationEnabled = async (
  trx: Trx,
  sellerId: number,
  type: SellerNotificationType,
): Promise<boolean> => (await findSellerSettings(trx, sellerId))[type] !== 'none';

/**
 * Notifies by the seller's channel. If quiet hours defer the delivery, sends nothing and returns their end.
 */
export async function notifySeller(
  context: Context,
  trx: Trx,
  notification: SellerNotification,
): Promise<Date | null> {
  const { sellerId, type, url, tag, until } = notification;
  const seller = await findSellerRecipient(trx, sellerId);
  const channel = (await findSellerSettings(trx, sellerId))[type];
  if (!seller || channel === 'none') return null;
  const now = context.clock.now();
  const deliverAt = getDeliveryTime(now, seller, notification.timeZone);
  const isUrgent = notification.deadline !== null && notification.deadline < deliverAt;
  if (deliverAt > now && !isUrgent) return deliverAt;
  const language = pickLanguage(seller.language);
  const { publicUrl } = context.config;
  const values = {
    ...notification.values(language),
    url: publicUrl + url,
    settings: `${publicUrl}/account/notifications`,
  };
  await enqueueNotifications(context, trx, [
    {
      userId: sellerId,
      channel,
      mail: {
        to: seller.email,
        subject: translate(`mail.seller.${type}.subject`, language, values),
        text: translate(`mail.seller.${type}.text`, language, values),
        url: values.url,
        language,
        // Reports have a deadline to answer, so their mails are not optional; other types are in the app as
        // well.
        ...(type !== 'report' && { unsubscribe: { what: type, userId: sellerId } }),
      },
      push: {
        title: translate(`push.seller.${type}.title`, language, values),
        body: translate(`push.seller.${type}.body`, language, values),
        url,
        tag,
      },
      until,
    },
  ]);
  return null;
}
