import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useReached } from '../../../lib/use-reached.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import type { SellerOrder } from '../seller-orders.api.ts';
import type { useSellerReports } from './seller-pages.api.ts';

interface Props {
  list: ReturnType<typeof useSellerReports>;
  empty: ReactNode;
  children: (orders: SellerOrder[]) => ReactNode;
}

/** Pages of orders as one list that goes on by itself, with what to show while there is none. */
export function PagesList({ list, empty, children }: Props) {
  const { t } = useTranslation(['seller', 'errors']);
  const more = () => void list.fetchNextPage({ cancelRefetch: false });
  const failed = list.isFetchNextPageError;
  const end = useReached(more, list.hasNextPage && !list.isFetchingNextPage && !failed);
  if (list.isPending) {
    return (
      <Loading className="grid gap-3 rounded-lg bg-surface p-4 sm:p-6">
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} className="h-12" />
        ))}
      </Loading>
    );
  }
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
  // An order may move to the next page while pages are fetched.
  const orders = [
    ...new Map(list.data.pages.flatMap(({ data }) => data).map((order) => [order.id, order])).values(),
  ];
  if (orders.length === 0) return <div className="rounded-lg bg-surface">{empty}</div>;
  return (
    <>
      {children(orders)}
      {list.hasNextPage ? (
        <div ref={end} className="mt-4 grid justify-items-center gap-3 print:hidden">
          {failed ? <p role="alert">{t('orders.moreFailed')}</p> : null}
          <Button look="soft" loading={list.isFetchingNextPage} onClick={more}>
            {failed ? t('errors:retry') : t('orders.more')}
          </Button>
        </div>
      ) : null}
    </>
  );
}
