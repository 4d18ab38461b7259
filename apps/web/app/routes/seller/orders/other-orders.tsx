import { useInfiniteQuery } from '@tanstack/react-query';
import { EmptyState } from '@wopack/ui/feedback/states.tsx';
import { FilterChip, FilterChips } from '@wopack/ui/form/choice.tsx';
import { Select } from '@wopack/ui/form/select.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SellerReportCard } from '../../../features/orders/report/seller-report-card.tsx';
import { OrderSearchField } from '../../../features/orders/seller/filter-orders.tsx';
import { HandOutConflicts } from '../../../features/orders/seller/hand-out-conflicts.tsx';
import { SlotGroupList } from '../../../features/orders/seller/slot-group-list.tsx';
import {
  type OrderState,
  sellerOrderPagesQuery,
  sellerReportsQuery,
} from '../../../features/orders/seller-orders.api.ts';
import { useDebouncedText } from '../../../lib/browser/use-debounced-search.ts';
import { PagedList } from '../../../ui/lists.tsx';
import { OrdersSkeleton } from './day-orders.tsx';

interface Props {
  period: 'upcoming' | 'past';
  /** Null: all. */
  salePlaceIds: readonly number[] | null;
}

const STATES_BY_PERIOD: Record<Props['period'], OrderState[]> = {
  upcoming: ['paid', 'cancelled_by_buyer', 'cancelled_by_store', 'refunded'],
  past: ['collected', 'not_collected', 'cancelled_by_buyer', 'cancelled_by_store', 'refunded'],
};

/** Upcoming or past orders by slot, optionally of one state. */
export function OtherOrders({ period, salePlaceIds }: Props) {
  const { t, i18n } = useTranslation('seller');
  const [state, setState] = useState<OrderState | null>(null);
  const [searchText, setSearchText] = useState('');
  const search = useDebouncedText(searchText.trim());
  const list = useInfiniteQuery(sellerOrderPagesQuery(salePlaceIds, period, state, search, i18n.language));
  return (
    <div className="grid gap-4">
      <OrderSearchField value={searchText} onChange={setSearchText} />
      <Select
        label={t('orders.state')}
        hideLabel
        variant="pill"
        value={state ?? ''}
        onChange={({ currentTarget: { value } }) => setState((value || null) as OrderState | null)}
        className="justify-self-start print:hidden"
      >
        <option value="">{t('orders.anyState')}</option>
        {STATES_BY_PERIOD[period].map((option) => (
          <option key={option} value={option}>
            {t(`orders.stateNames.${option}`)}
          </option>
        ))}
      </Select>
      <PagedList
        list={list}
        loading={<OrdersSkeleton />}
        reassurance={t('safe')}
        empty={
          <div className="rounded-lg bg-surface">
            <EmptyState title={search ? t('orders.noMatch') : t(`orders.nothing.${period}`)} mood="asleep">
              {state ? t('orders.otherState') : null}
            </EmptyState>
          </div>
        }
        moreLabel={t('orders.more')}
      >
        {(orders) => <SlotGroupList orders={orders} showSalePlaces={salePlaceIds?.length !== 1} />}
      </PagedList>
    </div>
  );
}

interface SellerReportsProps {
  /** Null: all. */
  salePlaceIds: readonly number[] | null;
  /** The order that a mail links to is shown whether it is answered or not. */
  linkedOrderId: number | null;
}

/** Reports of buyers: the unanswered ones, or all. */
export function SellerReports({ salePlaceIds, linkedOrderId }: SellerReportsProps) {
  const { t, i18n } = useTranslation('seller');
  const [isOpenOnly, setOpenOnly] = useState(linkedOrderId === null);
  const list = useInfiniteQuery(sellerReportsQuery(salePlaceIds, isOpenOnly, i18n.language));
  return (
    <div className="grid gap-4">
      <HandOutConflicts salePlaceIds={salePlaceIds} />
      <FilterChips
        legend={t('reports.which')}
        value={isOpenOnly}
        onChange={setOpenOnly}
        className="flex flex-wrap gap-2 print:hidden"
      >
        <FilterChip value={true}>{t('reports.waiting')}</FilterChip>
        <FilterChip value={false}>{t('reports.everything')}</FilterChip>
      </FilterChips>
      <PagedList
        list={list}
        loading={<OrdersSkeleton />}
        reassurance={t('safe')}
        empty={
          <div className="rounded-lg bg-surface">
            <EmptyState title={t(isOpenOnly ? 'reports.noneWaiting' : 'reports.none')} mood="smile">
              {t('reports.noneText')}
            </EmptyState>
          </div>
        }
        moreLabel={t('orders.more')}
      >
        {(orders) => (
          <ul className="grid gap-4">
            {orders.map((order) => (
              <SellerReportCard key={order.id} order={order} isLinked={order.id === linkedOrderId} />
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  );
}
