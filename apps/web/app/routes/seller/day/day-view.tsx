import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusinessNote } from '../../../features/identity/business/business-note.tsx';
import { SellerOrderCards } from '../../../features/orders/seller/seller-order-cards.tsx';
import { filterOrdersByTab } from '../../../features/orders/seller/seller-order-tabs.ts';
import { SellerStats } from '../../../features/orders/seller/seller-stats.tsx';
import {
  type SellerOrder,
  useSellerDay,
  useSellerOrders,
} from '../../../features/orders/seller-orders.api.ts';
import { useSellerWeek } from '../../../features/products/seller-week/seller-week.api.ts';
import { TodayStock } from '../../../features/products/seller-week/today-stock.tsx';
import type { SalePlace } from '../../../features/sale-places/sale-places.api.ts';
import { useIsWideScreen } from '../../../lib/browser/use-media-query.ts';
import { cn } from '../../../lib/cn.ts';
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { InlineError } from '../../../ui/form/inline-error.tsx';
import { DayHeader } from './day-header.tsx';
import { DayPanel } from './day-panel.tsx';
import { DaySkeleton } from './day-skeleton.tsx';
import { PayoutCard } from './payout-card.tsx';
import { SalePlacesAndProducts } from './sale-places-and-products.tsx';

interface Props {
  salePlace: SalePlace;
  salePlaces: readonly SalePlace[];
}

/** A venue's day: what to hand out, what it earns, what there is. */
export function DayView({ salePlace, salePlaces }: Props) {
  // What stands above is of no height that could be known: what is below shows once it is there.
  const queries = [
    useSellerDay(salePlace.id),
    useSellerOrders(salePlace.id, null),
    useSellerWeek(salePlace.id, null),
  ];
  const isInvisible = queries.some(({ isPending }) => isPending);
  return (
    <div className="grid grid-cols-1 gap-3.5 sm:gap-5">
      <DayHeader salePlace={salePlace} salePlaces={salePlaces} />
      <BusinessNote />
      <SellerDayContent key={salePlace.id} salePlace={salePlace} isInvisible={isInvisible} />
      <div
        className={cn(
          'grid items-start gap-3.5 sm:gap-5 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]',
          isInvisible && 'invisible',
        )}
      >
        <SalePlacesAndProducts salePlaces={salePlaces} />
        <PayoutCard />
      </div>
    </div>
  );
}

function SellerDayContent({ salePlace, isInvisible }: { salePlace: SalePlace; isInvisible: boolean }) {
  const { t } = useTranslation(['seller', 'common']);
  const day = useSellerDay(salePlace.id);
  const orders = useSellerOrders(salePlace.id, null);
  const [selectedOrder, setSelectedOrder] = useState<SellerOrder | null>(null);
  const isWide = useIsWideScreen();
  const retry = () => {
    void day.refetch();
    void orders.refetch();
  };
  if (!day.data) {
    if (!day.error) return <DaySkeleton />;
    return (
      <ErrorState error={day.error} reassurance={t('safe')} onRetry={retry} isRetrying={day.isFetching} />
    );
  }
  const ordersToHandOut = filterOrdersByTab('paid', orders.data ?? []);
  const error = day.error ?? orders.error;
  return (
    <>
      {error ? <InlineError error={error} onRetry={retry} /> : null}
      <DayPanel
        salePlace={salePlace}
        day={day.data}
        ordersToHandOut={ordersToHandOut}
        selectedOrder={selectedOrder}
        onSelectOrder={setSelectedOrder}
      />
      <SellerStats day={day.data} show={isWide ? 'all' : 'today'} />
      <TodayStock salePlaceId={salePlace.id} />
      {isWide ? null : (
        <div className={cn('grid gap-3.5', isInvisible && 'invisible')}>
          {ordersToHandOut.length ? (
            <SellerOrderCards
              orders={ordersToHandOut}
              caption={t('orders.tabs.paid')}
              timeZone={salePlace.time_zone}
              onHandOut={setSelectedOrder}
            />
          ) : null}
          <div className="grid grid-cols-2 gap-3">
            <ButtonLink variant="ghost" size="small" to={paths.sellerOrders}>
              {t('orders.all')}
            </ButtonLink>
            <ButtonLink variant="ghost" size="small" to={paths.sellerSales}>
              {t('common:nav.sale')}
            </ButtonLink>
          </div>
          <SellerStats day={day.data} show="longer" />
        </div>
      )}
    </>
  );
}
