import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { useReached } from '../../../lib/use-reached.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ordersQuery } from '../my-orders.api.ts';
import { HistorySkeleton } from './history-skeleton.tsx';
import { byMonth } from './months.ts';
import { OrderRow } from './order-row.tsx';
import { RateNewest } from './rate-newest.tsx';
import { SaveCard } from './save-card.tsx';

/** All orders of the person. */
export function OrderHistory() {
  const { t, i18n } = useTranslation(['orders', 'errors']);
  const list = useInfiniteQuery(ordersQuery(i18n.language));
  const more = () => void list.fetchNextPage({ cancelRefetch: false });
  const failed = list.isFetchNextPageError;
  const end = useReached(more, list.hasNextPage && !list.isFetchingNextPage && !failed);
  if (list.isPending) return <HistorySkeleton />;
  if (!list.data) {
    return (
      <ErrorState
        error={list.error}
        safe={t('safe')}
        retrying={list.isRefetching}
        onRetry={() => void list.refetch()}
      />
    );
  }
  const orders = [
    ...new Map(list.data.pages.flatMap((page) => page.data).map((order) => [order.id, order])).values(),
  ];
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
      {summary ? <SaveCard summary={summary} /> : null}
      <RateNewest orders={orders} />
      <div className="grid max-w-[640px] grid-cols-[minmax(0,1fr)] gap-5">
        {byMonth(orders, i18n.language, new Date()).map((group) => (
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
      {list.hasNextPage ? (
        <div ref={end} className="mt-6 grid max-w-[640px] justify-items-center gap-3">
          {failed ? <p role="alert">{t('moreFailed')}</p> : null}
          <Button look="soft" loading={list.isFetchingNextPage} onClick={more}>
            {failed ? t('errors:retry') : t('more')}
          </Button>
        </div>
      ) : null}
    </>
  );
}
