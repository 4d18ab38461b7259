import { type Language, pickLanguage } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { translate } from '../../platform/messages/translate.ts';
import { enqueueNotifications } from './enqueue-notifications.ts';
import { findRecipient } from './recipient.queries.ts';

/** Something that happened to what is somebody's own: they are told, whatever news they wish for. */
export interface UserNotification {
  userId: number;
  /** Texts are `mail.<name>.subject`, `.text` and `push.<name>.title`, `.body`. */
  template: string;
  /** For the texts, in the reader's language; `url` is added. */
  values(language: Language): Record<string, string | number>;
  /** Path of the page it leads to. */
  url: string;
  tag: string;
  until: Date;
}

/** By push to who chose that, else by mail, in their language; whoever left is told nothing. */
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
