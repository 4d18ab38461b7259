import { type Language, pickLanguage } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { translate } from '../../platform/messages/translate.ts';
import { findReader } from './reader.queries.ts';
import { tell } from './tell.ts';

/** Something that happened to what is somebody's own: they are told, whatever news they wish for. */
export interface OwnNews {
  userId: number;
  /** Texts are `mail.<name>.subject`, `.text` and `push.<name>.title`, `.body`. */
  name: string;
  /** For the texts, in the reader's language; `url` is added. */
  values(language: Language): Record<string, string | number>;
  /** Path of the page it leads to. */
  url: string;
  tag: string;
  until: Date;
}

/** By push to who chose that, else by mail, in their language; whoever left is told nothing. */
export async function tellPerson(context: Context, trx: Trx, news: OwnNews): Promise<void> {
  const reader = await findReader(trx, news.userId);
  if (!reader) return;
  const language = pickLanguage(reader.language);
  const { name, url, tag, until } = news;
  const values = { ...news.values(language), url: context.config.publicUrl + url };
  await tell(context, trx, [
    {
      userId: news.userId,
      channel: reader.channel === 'push' ? 'push' : 'mail',
      mail: {
        to: reader.email,
        subject: translate(`mail.${name}.subject`, language, values),
        text: translate(`mail.${name}.text`, language, values),
        url: values.url,
        language,
      },
      push: {
        title: translate(`push.${name}.title`, language, values),
        body: translate(`push.${name}.body`, language, values),
        url,
        tag,
      },
      until,
    },
  ]);
}
