import { type OrderState, orderStates } from '@wopack/contract/vocabulary';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { IconAlertTriangle } from '@wopack/ui/icons';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../lib/use-console.ts';
import type { Column } from '../ui/data-table.tsx';
import { type FilterDeclaration, usePeriodFilters } from '../ui/filter-bar.tsx';
import { ListPage } from '../ui/list-page.tsx';

const ORDER_TONES: Record<OrderState, ComponentProps<typeof Pill>['tone']> = {
  paid: 'warn',
  collected: 'ok',
  not_collected: 'plain',
  cancelled_by_buyer: 'bad',
  cancelled_by_store: 'bad',
  refunded: 'info',
};

export function OrderStatePill({ state }: { state: OrderState }) {
  const { t } = useTranslation('admin');
  return (
    <Pill tone={ORDER_TONES[state]} className="min-h-6 text-xs">
      {t(`orderStates.${state}`)}
    </Pill>
  );
}

/** All orders: filters, sums and the file of the same rows. */
export default function Orders() {
  const { t } = useTranslation('admin');
  const period = usePeriodFilters();
  const { formatAmount, formatDateTime, formatInteger } = useFormat();
  const columns: Column<'orders'>[] = [
    {
      key: 'id',
      head: t('shared.order'),
      render: (row) => (
        <Link to={`/orders/${row.id}`} className="underline underline-offset-3">
          {row.id}
        </Link>
      ),
    },
    {
      key: 'created_at',
      head: t('orders.paidAt'),
      sort: 'created_at',
      render: (row) => formatDateTime(row.created_at),
    },
    { key: 'buyer', head: t('orders.buyer'), render: (row) => row.buyer.name },
    { key: 'seller', head: t('shared.seller'), isOptional: true, render: (row) => row.seller.name },
    { key: 'salePlace', head: t('shared.salePlace'), isOptional: true, render: (row) => row.sale_place.name },
    { key: 'product', head: t('shared.product'), render: (row) => row.product.name },
    {
      key: 'pickup',
      head: t('orders.pickup'),
      sort: 'pickup_start',
      render: (row) => formatDateTime(row.pickup_start),
    },
    {
      key: 'price',
      head: t('orders.paid'),
      isAmount: true,
      render: (row) => formatAmount(row.price_cents),
      sum: (sums) => formatAmount(sums.price_cents),
    },
    {
      key: 'refunded',
      head: t('orders.refunded'),
      isAmount: true,
      render: (row) => (row.refunded_cents ? formatAmount(row.refunded_cents) : '–'),
      sum: (sums) => formatAmount(sums.refunded_cents),
    },
    {
      key: 'payment',
      head: t('orders.payment'),
      render: (row) => (
        <>
          {row.payment_reference ? (
            <span className="font-mono text-xs">…{row.payment_reference.slice(-4)} </span>
          ) : null}
          {t(`paymentStates.${row.payment_state}`)}
        </>
      ),
      sum: (sums) =>
        t('orders.soldSum', {
          orders: formatInteger(sums.sold_orders),
          amount: formatAmount(sums.commission_cents),
        }),
    },
    {
      key: 'state',
      head: t('shared.state'),
      render: (row) => (
        <span className="inline-flex items-center gap-2">
          <OrderStatePill state={row.state} />
          {row.report === 'open' ? (
            <Link to={`/problems/${row.id}`} title={t('orders.openProblem')}>
              <IconAlertTriangle className="size-4 text-urgent" aria-hidden="true" />
              <span className="sr-only">{t('orders.openProblem')}</span>
            </Link>
          ) : null}
        </span>
      ),
    },
  ];
  const showId = (id: string) => id;
  const filters: FilterDeclaration[] = [
    ...period,
    { kind: 'text', name: 'q', label: t('orders.search') },
    {
      kind: 'choice',
      name: 'state',
      label: t('shared.state'),
      options: orderStates.map((value) => ({ value, label: t(`orderStates.${value}`) })),
    },
    {
      kind: 'choice',
      name: 'refund',
      label: t('orders.refund'),
      options: (['none', 'part', 'all'] as const).map((value) => ({
        value,
        label: t(`orders.refunds.${value}`),
      })),
    },
    {
      kind: 'choice',
      name: 'report',
      label: t('orders.problem'),
      options: (['open', 'answered'] as const).map((value) => ({
        value,
        label: t(`orders.reports.${value}`),
      })),
    },
    { kind: 'record', name: 'user_id', label: t('orders.buyer'), show: showId },
    { kind: 'record', name: 'seller_id', label: t('shared.seller'), show: showId },
    { kind: 'record', name: 'sale_place_id', label: t('shared.salePlace'), show: showId },
    { kind: 'record', name: 'product_id', label: t('shared.product'), show: showId },
  ];
  return (
    <ListPage
      resource="orders"
      title={t('menu.orders')}
      columns={columns}
      filters={filters}
      sort={{ field: 'created_at', order: 'DESC' }}
      emptyText={t('orders.empty')}
    />
  );
}
