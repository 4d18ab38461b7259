import { type Language, pickLanguage } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { translate } from '../../platform/messages/translate.ts';
import { tellAt } from './quiet-hours.rules.ts';
import { findSeller, findSellerSettings, type SellerMatter } from './seller-settings.queries.ts';
import { tell } from './tell.ts';

export interface SellerNews {
  sellerId: number;
  /** Texts are `mail.seller.<matter>.subject`, `.text` and `push.seller.<matter>.title`, `.body`. */
  matter: SellerMatter;
  values(language: Language): Record<string, string | number>;
  /** Path of the page it leads to. */
  url: string;
  tag: string;
  until: Date;
  /** Of the venue: the clock of the quiet hours. */
  timeZone: string;
  /** What has to be known by then is told in quiet hours, too. */
  before: Date | null;
}

/** Whether this person wants to be told of it at all. */
export const wantsNews = async (trx: Trx, sellerId: number, matter: SellerMatter): Promise<boolean> =>
  (await findSellerSettings(trx, sellerId))[matter] !== 'none';

/** Tells a seller, as they chose. Answers when it may be told instead of telling, if that is later. */
export async function tellSeller(context: Context, trx: Trx, news: SellerNews): Promise<Date | null> {
  const { sellerId, matter, url, tag, until } = news;
  const seller = await findSeller(trx, sellerId);
  const channel = (await findSellerSettings(trx, sellerId))[matter];
  if (!seller || channel === 'none') return null;
  const now = context.clock.now();
  const quietUntil = tellAt(now, seller, news.timeZone);
  const urgent = news.before !== null && news.before < quietUntil;
  if (quietUntil > now && !urgent) return quietUntil;
  const language = pickLanguage(seller.language);
  const { publicUrl } = context.config;
  const values = {
    ...news.values(language),
    url: publicUrl + url,
    settings: `${publicUrl}/account/notifications`,
  };
  await tell(context, trx, [
    {
      userId: sellerId,
      channel,
      mail: {
        to: seller.email,
        subject: translate(`mail.seller.${matter}.subject`, language, values),
        text: translate(`mail.seller.${matter}.text`, language, values),
        url: values.url,
        language,
        // A report has to be answered in time; the rest is in the app as well.
        ...(matter !== 'report' && { unsubscribe: { what: matter, userId: sellerId } }),
      },
      push: {
        title: translate(`push.seller.${matter}.title`, language, values),
        body: translate(`push.seller.${matter}.body`, language, values),
        url,
        tag,
      },
      until,
    },
  ]);
  return null;
}
