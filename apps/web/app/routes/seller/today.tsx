import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { InlineError } from '@wopack/ui/feedback/inline-error.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RunningSlots } from '../../features/allocation/seller/running-slots.tsx';
import { OpenStockQuestions } from '../../features/forecasts/open-stock-questions.tsx';
import { businessQuery } from '../../features/identity/account/account.api.ts';
import { payoutDetailsQuery } from '../../features/ledger/ledger.api.ts';
import { MissingForPayout } from '../../features/ledger/missing-for-payout.tsx';
import { filterOrdersByTab } from '../../features/orders/seller/filter-orders.tsx';
import { HandOutConflictsCard } from '../../features/orders/seller/hand-out-conflicts.tsx';
import { OpenReportsCard } from '../../features/orders/seller/open-reports.tsx';
import { SellerOrderCards } from '../../features/orders/seller/seller-order-table.tsx';
import { SellerStats } from '../../features/orders/seller/seller-stats.tsx';
import {
  type SellerOrder,
  sellerDayQuery,
  sellerOrdersQuery,
} from '../../features/orders/seller-orders.api.ts';
import { myProductsQuery } from '../../features/products/products.api.ts';
import { sellerWeekQuery } from '../../features/products/seller-week/seller-week.api.ts';
import { TodayStock } from '../../features/products/seller-week/today-stock.tsx';
import { PauseSalePlace } from '../../features/sale-places/sale-place-row.tsx';
import { mySalePlacesQuery, type SalePlace } from '../../features/sale-places/sale-places.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { useIsWideScreen } from '../../lib/browser/use-media-query.ts';
import { useChosenSalePlaces } from '../../lib/data/chosen-sale-places.ts';
import { startSellerQueries, useMemberRights } from '../../lib/data/shared-queries.ts';
import { i18n } from '../../lib/i18n/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { DayHeader, DayPanel } from './day/day-header.tsx';
import { PayoutCard } from './day/payout-card.tsx';
import { PlaceClaimsLink } from './day/place-claims-link.tsx';
import { SalePlacesAndProducts } from './day/sale-places-and-products.tsx';
import { SalePlaceGroup } from './sale-place-group.tsx';
import { WithSalePlace } from './sale-place-picker.tsx';

export const loader = () =>
  startSellerQueries((can, businessId) => [
    queryClient.query(mySalePlacesQuery(i18n.language)),
    can('products.manage') && queryClient.query(myProductsQuery(i18n.language)),
    can('money.manage') && queryClient.query(payoutDetailsQuery(businessId)),
    can('money.manage') && queryClient.query(businessQuery(businessId)),
  ]);

export function Component() {
  const { t } = useTranslation();
  return (
    <div className="gutter py-4 [--color-panel:var(--color-surface)] sm:py-7">
      <PageTitle>{t('titles.seller')}</PageTitle>
      <WithSalePlace title={t('titles.seller')} fallback={<DaySkeleton />}>
        {(_, salePlaces) => <DayView salePlaces={salePlaces} />}
      </WithSalePlace>
    </div>
  );
}

/** The day of one sale place, or of several together: orders to hand out, earnings, stock. */
function DayView({ salePlaces }: { salePlaces: readonly SalePlace[] }) {
  const { i18n } = useTranslation();
  const { can } = useMemberRights();
  const { chosen, ids, choose } = useChosenSalePlaces(salePlaces);
  const salePlace = chosen[0]!;
  const isSeveral = chosen.length > 1;
  // The sections above have no fixed height, so those below wait for them.
  const queries = [
    useQuery(sellerDayQuery(ids, i18n.language)),
    useQuery(sellerOrdersQuery(ids, null, i18n.language)),
    useQuery(sellerWeekQuery(salePlace.id, null)),
  ];
  const isInvisible = queries.some(({ isPending }) => isPending);
  return (
    <div className="grid grid-cols-1 gap-3.5 sm:gap-5">
      <DayHeader chosen={chosen} salePlaces={salePlaces} onChoose={choose} />
      {can('money.manage') ? <MissingForPayout /> : null}
      {!isSeveral && salePlace.paused && can('sale_places.manage') ? (
        <PauseSalePlace salePlace={salePlace} />
      ) : null}
      {can('problems.answer') ? <OpenReportsCard timeZone={salePlace.time_zone} /> : null}
      {can('problems.answer') ? <HandOutConflictsCard /> : null}
      {can('business.manage') ? <PlaceClaimsLink /> : null}
      <SellerDayContent
        key={chosen.map(({ id }) => id).join()}
        chosen={chosen}
        salePlaceIds={ids}
        isInvisible={isInvisible}
      />
      <div
        className={cn(
          'grid items-start gap-3.5 sm:gap-5 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]',
          isInvisible && 'invisible',
        )}
      >
        {can('products.manage') ? <SalePlacesAndProducts salePlaces={salePlaces} /> : null}
        {can('money.manage') ? <PayoutCard /> : null}
      </div>
    </div>
  );
}

interface DayContentProps {
  /** At least one. */
  chosen: readonly SalePlace[];
  /** Null: all. */
  salePlaceIds: readonly number[] | null;
  isInvisible: boolean;
}

function SellerDayContent({ chosen, salePlaceIds, isInvisible }: DayContentProps) {
  const { t, i18n } = useTranslation(['seller', 'common']);
  const day = useQuery(sellerDayQuery(salePlaceIds, i18n.language));
  const orders = useQuery(sellerOrdersQuery(salePlaceIds, null, i18n.language));
  const [selectedOrder, setSelectedOrder] = useState<SellerOrder | null>(null);
  const isWide = useIsWideScreen();
  const { can } = useMemberRights();
  const query = {
    ...day,
    error: day.error ?? (day.data ? orders.error : null),
    refetch: () => Promise.all([day.refetch(), orders.refetch()]),
  };
  const ordersToHandOut = filterOrdersByTab('paid', orders.data ?? []);
  const isSeveral = chosen.length > 1;
  return (
    <QueryState query={query} loading={<DaySkeleton />} reassurance={t('safe')}>
      {(figures) => (
        <>
          <InlineError query={query} />
          <DayPanel
            chosen={chosen}
            day={figures}
            ordersToHandOut={ordersToHandOut}
            selectedOrder={selectedOrder}
            onSelectOrder={setSelectedOrder}
          />
          {can('figures.view') ? (
            <SellerStats day={figures} show={isWide ? 'all' : 'today'} ratingsPath={paths.sellerReviews} />
          ) : null}
          {isSeveral ? (
            chosen.map((salePlace, index) => (
              <SalePlaceGroup key={salePlace.id} salePlace={salePlace} isFirst={index < 2}>
                <SalePlaceDay
                  salePlace={salePlace}
                  ordersToHandOut={ordersToHandOut.filter(({ sale_place }) => sale_place.id === salePlace.id)}
                  onHandOut={setSelectedOrder}
                />
              </SalePlaceGroup>
            ))
          ) : (
            <SalePlaceDay
              salePlace={chosen[0]!}
              ordersToHandOut={isWide && can('orders.view') ? [] : ordersToHandOut}
              onHandOut={setSelectedOrder}
            />
          )}
          {isWide ? null : (
            <div className={cn('grid gap-3.5', isInvisible && 'invisible')}>
              {can('orders.view') ? (
                <div className="grid grid-cols-2 gap-3">
                  <ButtonLink variant="ghost" size="small" to={paths.sellerOrders}>
                    {t('orders.all')}
                  </ButtonLink>
                  <ButtonLink variant="ghost" size="small" to={paths.sellerSales}>
                    {t('common:nav.sales')}
                  </ButtonLink>
                  {can('activity.view') ? (
                    <ButtonLink
                      variant="ghost"
                      size="small"
                      to={can('members.manage') ? paths.members : paths.activity}
                      className="col-span-2"
                    >
                      {t('common:nav.business')}
                    </ButtonLink>
                  ) : null}
                </div>
              ) : null}
              {can('figures.view') ? (
                <SellerStats day={figures} show="longer" ratingsPath={paths.sellerReviews} />
              ) : null}
            </div>
          )}
        </>
      )}
    </QueryState>
  );
}

interface SalePlaceDayProps {
  salePlace: SalePlace;
  ordersToHandOut: readonly SellerOrder[];
  onHandOut: (order: SellerOrder) => void;
}

/** What runs and is on sale at a sale place, and what it has to hand out. */
function SalePlaceDay({ salePlace, ordersToHandOut, onHandOut }: SalePlaceDayProps) {
  const { t } = useTranslation('seller');
  const { can } = useMemberRights();
  return (
    <div className="grid grid-cols-1 gap-3.5 sm:gap-5">
      <RunningSlots salePlaceId={salePlace.id} timeZone={salePlace.time_zone} />
      {can('stock.change') ? <OpenStockQuestions salePlaceId={salePlace.id} /> : null}
      <TodayStock salePlaceId={salePlace.id} />
      {ordersToHandOut.length ? (
        <SellerOrderCards
          orders={ordersToHandOut}
          caption={t('orders.tabs.paid')}
          timeZone={salePlace.time_zone}
          onHandOut={onHandOut}
        />
      ) : null}
    </div>
  );
}

const DaySkeleton = () => (
  <Loading className="grid gap-3.5 sm:gap-5">
    <Skeleton className="h-[380px] rounded-lg sm:h-[300px] sm:rounded-xl" />
    <div className="grid grid-cols-2 gap-3 lg:gap-5 xl:grid-cols-4">
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} className="h-[110px] rounded-lg" />
      ))}
    </div>
  </Loading>
);
