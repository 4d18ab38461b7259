import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../lib/paths.ts';
import { usePosition } from '../lib/position.ts';
import { useStored } from '../lib/storage.ts';
import { useFormat } from '../lib/use-format.ts';
import { useMe } from '../modules/identity/identity.api.ts';
import { FewOffers } from '../modules/offers/few-offers.tsx';
import { ShopDay } from '../modules/orders/shop-day.tsx';
import { TicketAhead } from '../modules/orders/ticket-ahead.tsx';
import { PageTitle } from '../ui/page-title.tsx';

/** Few are partners. */
const MonthShares = lazy(() => import('../modules/affiliates/month-shares.tsx'));

/** What matters to this person today. Each part asks for itself: a slow one holds up no other. */
export default function Main() {
  const { t } = useTranslation(['main', 'common']);
  const { data: me } = useMe();
  const near = useNear();
  return (
    <div className="gutter grid grid-cols-[minmax(0,1fr)] gap-7 pt-5 pb-7 sm:gap-10 sm:py-7">
      <PageTitle>{t('common:titles.main')}</PageTitle>
      <Greeting name={me?.name} />
      <TicketAhead />
      {me?.is_owner ? <ShopDay /> : null}
      {me?.is_partner ? (
        <Suspense fallback={null}>
          <MonthShares />
        </Suspense>
      ) : null}
      <FewOffers
        title={t('favourites.title')}
        query={near.favourites}
        to={paths.favorite}
        more={t('favourites.all')}
        empty={t('favourites.none')}
      />
      <FewOffers
        title={t('near.title')}
        query={near.all}
        to={paths.offers}
        more={t('near.all')}
        empty={t('near.none')}
      />
    </div>
  );
}

function Greeting({ name }: { name: string | undefined }) {
  const { t } = useTranslation('main');
  const { day } = useFormat();
  const first = name?.trim().split(/\s+/)[0];
  return (
    <header>
      <h1 className="d2">{first ? t('hello', { name: first }) : t('today')}</h1>
      <p className="mt-1 text-2 first-letter:uppercase">{day(new Date())}</p>
    </header>
  );
}

/** From where the person is, else from the city they chose here; the server knows the account's. */
function useNear() {
  const { position } = usePosition();
  const [city] = useStored('selectedCity');
  return useMemo(() => {
    const from = position
      ? { latitude: position.latitude, longitude: position.longitude }
      : city
        ? { latitude: city.lat, longitude: city.lon }
        : {};
    const all = { sort: position ? ('me' as const) : ('center' as const), ...from };
    return { all, favourites: { ...all, needFavourite: 'yes' } };
  }, [position, city]);
}
