import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { flattenPages } from '../../../lib/api/flatten-pages.ts';
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { LoadMore } from '../../../ui/feedback/load-more.tsx';
import { ordersQuery } from '../buyer-orders.api.ts';
import { groupOrdersByMonth } from './group-orders-by-month.ts';
import { HistorySkeleton } from './history-skeleton.tsx';
import { OrderRow } from './order-row.tsx';
import { RateLatestOrder } from './rate-latest-order.tsx';
import { SavingsCard } from './savings-card.tsx';

/** All orders of the person. */
export function OrderHistory() {
  const { t, i18n } = useTranslation('orders');
  const list = useInfiniteQuery(ordersQuery(i18n.language));
  if (list.isPending) return <HistorySkeleton />;
  if (!list.data) {
    return (
      <ErrorState
        error={list.error}
        reassurance={t('safe')}
        isRetrying={list.isRefetching}
        onRetry={() => void list.refetch()}
      />
    );
  }
  const orders = flattenPages(list.data.pages);
  if (orders.length === 0) {
    return (
      <EmptyState
        title={t('none.title')}
        action={<ButtonLink to={paths.offers}>{t('none.action')}</ButtonLink>}
      >
        {t('none.text')}
      </EmptyState>
    );
  }
  const summary = list.data.pages[0]?.summary;
  return (
    <>
      {summary ? <SavingsCard summary={summary} /> : null}
      <RateLatestOrder orders={orders} />
      <div className="grid max-w-[640px] grid-cols-[minmax(0,1fr)] gap-5">
        {groupOrdersByMonth(orders, i18n.language, new Date()).map((group) => (
          <section
            key={group.key}
            aria-labelledby={`orders-${group.key}`}
            className="grid grid-cols-[minmax(0,1fr)] gap-3"
          >
            <h2 id={`orders-${group.key}`} className="overline">
              {group.month ?? t('toCollect')}
            </h2>
            <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
              {group.orders.map((order) => (
                <li key={order.id}>
                  <OrderRow order={order} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <div className="max-w-[640px]">
        <LoadMore query={list} moreLabel={t('more')} errorMessage={t('moreFailed')} />
      </div>
    </>
  );
}
