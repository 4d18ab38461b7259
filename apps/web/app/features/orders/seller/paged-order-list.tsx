import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { ErrorState } from '@wopack/ui/feedback/states.tsx';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { IconSearch } from '@wopack/ui/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { flattenPages } from '../../../lib/api/query-client.ts';
import { LoadMore } from '../../../ui/lists.tsx';
import type { OrdersPage, SellerOrder } from '../seller-orders.api.ts';

interface Props {
  list: UseInfiniteQueryResult<InfiniteData<OrdersPage>>;
  empty: ReactNode;
  children: (orders: SellerOrder[]) => ReactNode;
}

/** Pages of orders as one list that loads while scrolling, with loading, error and empty states. */
export function PagedOrderList({ list, empty, children }: Props) {
  const { t } = useTranslation('seller');
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
        reassurance={t('safe')}
        isRetrying={list.isRefetching}
        onRetry={() => void list.refetch()}
      />
    );
  }
  const orders = flattenPages(list.data.pages);
  if (orders.length === 0) return <div className="rounded-lg bg-surface">{empty}</div>;
  return (
    <>
      {children(orders)}
      <LoadMore query={list} moreLabel={t('orders.more')} errorMessage={t('orders.moreFailed')} />
    </>
  );
}

/** A seller's tabs of a day's orders. */
export const sellerOrderTabs = ['paid', 'collected', 'cancelled', 'not_collected'] as const;
export type SellerOrderTab = (typeof sellerOrderTabs)[number];

const tabByState: Record<SellerOrder['state'], SellerOrderTab> = {
  paid: 'paid',
  collected: 'collected',
  not_collected: 'not_collected',
  cancelled_by_buyer: 'cancelled',
  cancelled_by_store: 'cancelled',
  refunded: 'cancelled',
};

export const filterOrdersByTab = (tab: SellerOrderTab, orders: readonly SellerOrder[]): SellerOrder[] =>
  orders.filter(({ state }) => tabByState[state] === tab);

/** Orders whose number contains the text, or whose shown name has words that begin with its words. */
export function searchOrders(text: string, orders: readonly SellerOrder[]): readonly SellerOrder[] {
  const words = splitWords(text);
  if (words.length === 0) return text.trim() === '' ? orders : [];
  return orders.filter(({ id, client }) => {
    const names = splitWords(client);
    return words.every((word) => String(id).includes(word) || names.some((name) => name.startsWith(word)));
  });
}

/** Lower case, without accents. */
const splitWords = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean);

export function OrderSearchField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { t } = useTranslation('seller');
  return (
    <TextField
      label={t('orders.search')}
      hideLabel
      type="search"
      variant="search"
      icon={<IconSearch />}
      placeholder={t('orders.search')}
      autoComplete="off"
      maxLength={60}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      inputClassName="h-12!"
      className="min-w-0 print:hidden"
    />
  );
}
