import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { flattenPages } from '../../../lib/api/query-client.ts';
import { useNow } from '../../../lib/browser/use-now.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { type OffersQuery, offersQuery } from '../offers.api.ts';

/** A greeting with the number of offers on sale. */
export function Greeting({ name, query }: { name: string | undefined; query: OffersQuery }) {
  const { t } = useTranslation('offers');
  const now = useNow(60_000);
  const dayPart = getPartOfDay(new Date(now).getHours());
  return (
    <div>
      <h1 className="d2">{name ? t(`greeting.${dayPart}`, { name }) : t(`hello.${dayPart}`)}</h1>
      <p className="mt-2 min-h-6 text-muted">
        <OnSaleSummary query={query} now={now} />
      </p>
    </div>
  );
}

/** With more pages to load it says 'more than'. */
function OnSaleSummary({ query, now }: { query: OffersQuery; now: number }) {
  const { t, i18n } = useTranslation('offers');
  const format = useFormat();
  const { data, hasNextPage } = useInfiniteQuery(offersQuery(query, i18n.language));
  const offersOnSale = flattenPages(data?.pages).filter(
    (offer) => offer.quantity > 0 && Date.parse(offer.pickup_end) > now,
  );
  const count = offersOnSale.reduce((sum, offer) => sum + offer.quantity, 0);
  if (count === 0) return null;
  if (hasNextPage) return t('waitingMore', { count });
  const nextClosing = Math.min(...offersOnSale.map((offer) => Date.parse(offer.pickup_end)));
  return (
    <>
      {t('waiting', { count })}{' '}
      {nextClosing > now ? t('nextCloses', { duration: format.formatDuration(nextClosing - now) }) : null}
    </>
  );
}

const getPartOfDay = (hour: number) =>
  hour >= 5 && hour < 12 ? 'morning' : hour >= 12 && hour < 20 ? 'afternoon' : 'evening';
