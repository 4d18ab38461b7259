import { type Language, pickLanguage } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { translate } from '../../platform/messages/translate.ts';
import { enqueueNotifications } from './enqueue-notifications.ts';
import { findRecipient } from './recipient.queries.ts';

/**
 * An event about the user's own data, such as an order: delivered whatever their settings for optional
 * notifications.
 */
export interface UserNotification {
  userId: number;
  /** Message keys are `mail.<template>.subject`, `.text` and `push.<template>.title`, `.body`. */
  template: string;
  /** Placeholders in the recipient's language; `url` is added. */
  values(language: Language): Record<string, string | number>;
  /** Path of the linked page. */
  url: string;
  tag: string;
  until: Date;
}

/** By push if the user chose it, else by mail, in their language. Nothing is sent to a deleted account. */
export async function notifyUser(context: Context, trx: Trx, notification: UserNotification): Promise<void> {
  const recipient = await findRecipient(trx, notification.userId);
  if (!recipient) return;
  const language = pickLanguage(recipient.language);
  const { template, url, tag, until } = notification;
  const values = { ...notification.values(language), url: context.config.publicUrl + url };
  await enqueueNotifications(context, trx, [
    {
      userId: notification.userId,
      channel: recipient.channel === 'push' ? 'push' : 'mail',
      mail: {
        to: recipient.email,
        subject: translate(`mail.${template}.subject`, language, values),
        text: translate(`mail.${template}.text`, language, values),
        url: values.url,
        language,
      },
      push: {
        title: translate(`push.${template}.title`, language, values),
        body: translate(`push.${template}.body`, language, values),
        url,
        tag,
      },
      until,
    },
  ]);
}
