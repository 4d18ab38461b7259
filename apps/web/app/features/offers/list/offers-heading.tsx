import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { flattenPages } from '../../../lib/api/query-client.ts';
import { useNow } from '../../../lib/browser/use-now.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { type OffersQuery, offersQuery, offersSummaryQuery, type SummaryArea } from '../offers.api.ts';

interface Props {
  name: string | undefined;
  city?: string | null | undefined;
  query: OffersQuery;
}

/** A greeting with the number of units on sale in the city: the number of the landing page. */
export function OffersHeading({ name, city, query }: Props) {
  const { t } = useTranslation('offers');
  const now = useNow(60_000);
  const dayPart = getPartOfDay(new Date(now).getHours());
  return (
    <div>
      <h1 className="d2">{name ? t(`greeting.${dayPart}`, { name }) : t(`hello.${dayPart}`)}</h1>
      <p className="mt-2 min-h-6 text-muted">
        <OnSaleSummary query={query} city={city} now={now} />
      </p>
    </div>
  );
}

/** Until the server has counted, the units of a list that is there in full. */
function OnSaleSummary({ query, city, now }: Omit<Props, 'name'> & { now: number }) {
  const { t, i18n } = useTranslation('offers');
  const format = useFormat();
  const { data, hasNextPage } = useInfiniteQuery(offersQuery(query, i18n.language));
  const offersOnSale = flattenPages(data?.pages).filter(
    (offer) => offer.quantity > 0 && Date.parse(offer.pickup_end) > now,
  );
  const count = offersOnSale.reduce((sum, offer) => sum + offer.quantity, 0);
  const { data: summary } = useQuery({
    ...offersSummaryQuery(i18n.language, getSummaryArea(query, city)),
    enabled: data !== undefined,
  });
  if (summary?.city) return t('waitingIn', { count: summary.packs, city: summary.city });
  if (count === 0 || hasNextPage) return null;
  const nextClosing = Math.min(...offersOnSale.map((offer) => Date.parse(offer.pickup_end)));
  return (
    <>
      {t('waiting', { count })}{' '}
      {nextClosing > now ? t('nextCloses', { duration: format.formatDuration(nextClosing - now) }) : null}
    </>
  );
}

/** Where the list begins: an account's own city comes before one that is stored in the browser. */
export const getSummaryArea = (
  { latitude, longitude, sort }: OffersQuery,
  city: string | null | undefined,
): SummaryArea => (sort === 'center' && city ? { city } : { latitude, longitude });

const getPartOfDay = (hour: number) =>
  hour >= 5 && hour < 12 ? 'morning' : hour >= 12 && hour < 20 ? 'afternoon' : 'evening';
