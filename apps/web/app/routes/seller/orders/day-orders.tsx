import { useQuery } from '@tanstack/react-query';
import { handOutStartsAt } from '@wopack/domain';
import { InlineError } from '@wopack/ui/feedback/inline-error.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import { EmptyState } from '@wopack/ui/feedback/states.tsx';
import { FilterChip, FilterChips } from '@wopack/ui/form/choice.tsx';
import { IconClock } from '@wopack/ui/icons';
import { useMediaQuery } from '@wopack/ui/use-media-query.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  filterOrdersByTab,
  OrderSearchField,
  type SellerOrderTab,
  searchOrders,
  sellerOrderTabs,
} from '../../../features/orders/seller/filter-orders.tsx';
import {
  PrintableOrderList,
  SellerOrderCards,
  SellerOrderTable,
} from '../../../features/orders/seller/seller-order-table.tsx';
import { CancellableSlots } from '../../../features/orders/seller/slot-group-list.tsx';
import { type SellerOrder, sellerOrdersQuery } from '../../../features/orders/seller-orders.api.ts';
import type { SalePlace } from '../../../features/sale-places/sale-places.api.ts';
import { useNow, useToday } from '../../../lib/browser/use-now.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { HandOutAtSalePlace } from './hand-out-at-sale-place.tsx';

interface Props {
  /** At least one. */
  salePlaces: readonly SalePlace[];
  /** Null: all. */
  salePlaceIds: readonly number[] | null;
  /** Null: today at the sale place. */
  date: string | null;
  /** The printed list is read apart from the screen: it has the date, also today. */
  printTitle: string;
}

/** The day's orders with the PIN field beside them, on narrow screens above, where it leaves room for the next ones. */
export function DayOrders({ salePlaces, salePlaceIds, date, printTitle }: Props) {
  const { t, i18n } = useTranslation(['seller', 'hand-out']);
  const orders = useQuery(sellerOrdersQuery(salePlaceIds, date, i18n.language));
  const [selectedOrder, setSelectedOrder] = useState<SellerOrder | null>(null);
  const timeZone = salePlaces[0]!.time_zone;
  const isSeveral = salePlaceIds?.length !== 1;
  const today = useToday(timeZone);
  return (
    <div className="grid items-start gap-3.5 sm:gap-5 xl:grid-cols-[minmax(0,1fr)_340px]">
      <aside aria-label={t('hand-out:pin.title')} className="on-paper xl:order-2 print:hidden">
        <div className="on-brand rounded-lg bg-brand p-4 text-on-brand sm:p-6">
          <HandOutAtSalePlace
            salePlaces={salePlaces}
            selectedOrder={selectedOrder}
            onSelectOrder={setSelectedOrder}
          >
            <h2 className="h2 max-sm:sr-only">{t('hand-out:pin.title')}</h2>
            <p className="text-sm max-sm:sr-only">{t('hand-out:pin.lead')}</p>
          </HandOutAtSalePlace>
        </div>
      </aside>
      <div className="grid min-w-0 gap-4">
        {orders.data ? <InlineError query={orders} /> : null}
        <QueryState query={orders} loading={<OrdersSkeleton />} reassurance={t('safe')}>
          {(dayOrders) => (
            <>
              <div className="grid gap-4 print:hidden">
                <OrdersByTab
                  orders={dayOrders}
                  timeZone={timeZone}
                  showSalePlaces={isSeveral}
                  isPast={date !== null && date < today}
                  onHandOut={setSelectedOrder}
                />
                <CancellableSlots orders={dayOrders} showSalePlaces={isSeveral} />
              </div>
              <PrintableOrderList
                orders={filterOrdersByTab('paid', dayOrders)}
                title={printTitle}
                timeZone={timeZone}
                showSalePlaces={isSeveral}
              />
            </>
          )}
        </QueryState>
      </div>
    </div>
  );
}

export const OrdersSkeleton = () => (
  <LoadingRows count={4} row="h-12" className="grid gap-3 rounded-lg bg-surface p-4 sm:p-6" />
);

interface OrdersByTabProps {
  orders: readonly SellerOrder[];
  timeZone: string;
  showSalePlaces?: boolean;
  /** A past day gets no new orders. */
  isPast: boolean;
  onHandOut: (order: SellerOrder) => void;
}

/** Tabs with counts: to hand out, handed out, cancelled; uncollected only when there are any. */
export function OrdersByTab({
  orders,
  timeZone,
  showSalePlaces = false,
  isPast,
  onHandOut,
}: OrdersByTabProps) {
  const { t } = useTranslation('seller');
  const [tab, setTab] = useState<SellerOrderTab>('paid');
  const isRoomy = useMediaQuery('(min-width: 62rem)');
  const [searchText, setSearchText] = useState('');
  const tabOrders = filterOrdersByTab(tab, orders);
  const shownOrders = searchOrders(searchText, tabOrders);
  const List = isRoomy ? SellerOrderTable : SellerOrderCards;
  return (
    <>
      <FilterChips
        legend={t('orders.filter')}
        value={tab}
        onChange={setTab}
        className="-mx-[var(--gutter)] flex min-w-0 gap-2 overflow-x-auto px-[var(--gutter)] sm:mx-0 sm:flex-wrap sm:px-0"
      >
        {sellerOrderTabs.map((name) => {
          const count = filterOrdersByTab(name, orders).length;
          if (name === 'not_collected' && count === 0 && tab !== name) return null;
          return (
            <FilterChip key={name} value={name}>
              {t(`orders.tabs.${name}`)} · {count}
            </FilterChip>
          );
        })}
      </FilterChips>
      <p role="status" className="sr-only">
        {t('orders.count', { count: filterOrdersByTab('paid', orders).length })}
      </p>
      {tabOrders.length > 1 || searchText ? (
        <OrderSearchField value={searchText} onChange={setSearchText} />
      ) : null}
      {tab === 'paid' ? <HandOutTimeNote orders={tabOrders} timeZone={timeZone} /> : null}
      {shownOrders.length ? (
        <List
          orders={shownOrders}
          caption={t(`orders.tabs.${tab}`)}
          timeZone={timeZone}
          showSalePlaces={showSalePlaces}
          onHandOut={onHandOut}
        />
      ) : (
        <div className="rounded-lg bg-surface">
          <EmptyState
            title={tabOrders.length ? t('orders.noMatch') : t(`orders.none.${tab}`)}
            mood={orders.length ? 'smile' : 'asleep'}
          >
            {tab === 'paid' && !isPast && tabOrders.length === 0 ? t('orders.noneText') : null}
          </EmptyState>
        </div>
      )}
    </>
  );
}

/** Why nothing can be handed out yet. Renders nothing once something can. */
function HandOutTimeNote({ orders, timeZone }: { orders: readonly SellerOrder[]; timeZone: string }) {
  const { t } = useTranslation('seller');
  const { formatDayTime } = useFormat();
  const now = useNow(30_000);
  const nextStart = Math.min(
    ...orders.map((order) => handOutStartsAt(new Date(order.pickup_start)).getTime()),
  );
  if (orders.length === 0 || orders.some(({ can_hand_out }) => can_hand_out) || nextStart <= now) return null;
  return (
    <p className="flex items-center gap-2 text-sm font-semibold">
      <IconClock className="size-5 shrink-0" />
      {t('orders.notYet', { time: formatDayTime(new Date(nextStart), timeZone) })}
    </p>
  );
}
