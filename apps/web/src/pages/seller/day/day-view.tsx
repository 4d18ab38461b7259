import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../lib/cx.ts';
import { paths } from '../../../lib/paths.ts';
import { useWide } from '../../../lib/use-media.ts';
import { BusinessNote } from '../../../modules/identity/business/business-note.tsx';
import { SellerOrderCards } from '../../../modules/orders/seller/seller-order-cards.tsx';
import { filterOrdersByTab } from '../../../modules/orders/seller/seller-order-tabs.ts';
import { SellerStats } from '../../../modules/orders/seller/seller-stats.tsx';
import {
  type SellerOrder,
  useSellerDay,
  useSellerOrders,
} from '../../../modules/orders/seller-orders.api.ts';
import { useSellerWeek } from '../../../modules/products/seller-week/seller-week.api.ts';
import { TodayStock } from '../../../modules/products/seller-week/today-stock.tsx';
import type { SalePlace } from '../../../modules/sale-places/sale-places.api.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { RetryLine } from '../../../ui/retry-line.tsx';
import { DayBones } from './day-bones.tsx';
import { DayHeader } from './day-header.tsx';
import { DayPanel } from './day-panel.tsx';
import { PayoutCard } from './payout-card.tsx';
import { PointsAndPacks } from './points-and-packs.tsx';

interface Props {
  place: SalePlace;
  places: readonly SalePlace[];
}

/** A venue's day: what to hand out, what it earns, what there is. */
export function DayView({ place, places }: Props) {
  // What stands above is of no height that could be known: what is below shows once it is there.
  const parts = [useSellerDay(place.id), useSellerOrders(place.id, null), useSellerWeek(place.id, null)];
  const waits = parts.some(({ isPending }) => isPending);
  return (
    <div className="grid grid-cols-1 gap-3.5 sm:gap-5">
      <DayHeader place={place} places={places} />
      <BusinessNote />
      <Today key={place.id} place={place} waits={waits} />
      <div
        className={cx(
          'grid items-start gap-3.5 sm:gap-5 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]',
          waits && 'invisible',
        )}
      >
        <PointsAndPacks places={places} />
        <PayoutCard />
      </div>
    </div>
  );
}

function Today({ place, waits }: { place: SalePlace; waits: boolean }) {
  const { t } = useTranslation(['seller', 'common']);
  const day = useSellerDay(place.id);
  const orders = useSellerOrders(place.id, null);
  const [target, setTarget] = useState<SellerOrder | null>(null);
  const wide = useWide();
  const retry = () => {
    void day.refetch();
    void orders.refetch();
  };
  if (!day.data) {
    if (!day.error) return <DayBones />;
    return <ErrorState error={day.error} safe={t('safe')} onRetry={retry} retrying={day.isFetching} />;
  }
  const toHandOut = filterOrdersByTab('paid', orders.data ?? []);
  const problem = day.error ?? orders.error;
  return (
    <>
      {problem ? <RetryLine error={problem} onRetry={retry} /> : null}
      <DayPanel place={place} day={day.data} toHandOut={toHandOut} target={target} onTarget={setTarget} />
      <SellerStats day={day.data} show={wide ? 'all' : 'today'} />
      <TodayStock salePlaceId={place.id} />
      {wide ? null : (
        <div className={cx('grid gap-3.5', waits && 'invisible')}>
          {toHandOut.length ? (
            <SellerOrderCards
              orders={toHandOut}
              caption={t('orders.tabs.paid')}
              timeZone={place.time_zone}
              onHandOut={setTarget}
            />
          ) : null}
          <div className="grid grid-cols-2 gap-3">
            <ButtonLink look="ghost" small to={paths.sellerOrders}>
              {t('orders.all')}
            </ButtonLink>
            <ButtonLink look="ghost" small to={paths.sale}>
              {t('common:nav.sale')}
            </ButtonLink>
          </div>
          <SellerStats day={day.data} show="longer" />
        </div>
      )}
    </>
  );
}
