import { type OrderState, orderStates, refundExtents } from '@wopack/contract/vocabulary';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { IconAlertTriangle } from '@wopack/ui/icons';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../lib/use-console.ts';
import { chooseFrom, type FilterDeclaration, usePeriodFilters } from '../ui/filter-bar.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { type Column, useColumns } from '../ui/list-table.tsx';

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
  const { time, amount, linkedNumber } = useColumns('orders');
  const period = usePeriodFilters();
  const { formatAmount, formatInteger } = useFormat();
  const columns: Column<'orders'>[] = [
    linkedNumber({ head: t('shared.order') }),
    time('created_at', t('orders.paidAt'), (row) => row.created_at, { sort: 'created_at' }),
    { key: 'buyer', head: t('orders.buyer'), render: (row) => row.buyer.name },
    { key: 'seller', head: t('shared.seller'), isOptional: true, render: (row) => row.seller.name },
    { key: 'salePlace', head: t('shared.salePlace'), isOptional: true, render: (row) => row.sale_place.name },
    { key: 'product', head: t('shared.product'), render: (row) => row.product.name },
    {
      key: 'packs',
      head: t('orders.packs'),
      isAmount: true,
      render: (row) =>
        row.returned_quantity > 0 ? `${row.quantity} − ${row.returned_quantity}` : row.quantity,
      sum: (sums) => formatInteger(sums.packs),
    },
    time('pickup', t('orders.pickup'), (row) => row.pickup_start, { sort: 'pickup_start' }),
    amount('price', t('orders.paid'), (row) => row.price_cents, {
      sum: (sums) => formatAmount(sums.price_cents),
    }),
    amount('refunded', t('orders.refunded'), (row) => row.refunded_cents || null, {
      sum: (sums) => formatAmount(sums.refunded_cents),
    }),
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
      isState: true,
      head: t('shared.state'),
      render: (row) => (
        <span className="inline-flex items-center gap-2">
          <OrderStatePill state={row.state} />
          {row.report === 'open' ? (
            <Link to={`/problems/${row.id}`} title={t('orders.openProblem')}>
              <IconAlertTriangle className="size-4 text-urgent" />
              <span className="sr-only">{t('orders.openProblem')}</span>
            </Link>
          ) : null}
        </span>
      ),
    },
  ];
  const filters: FilterDeclaration[] = [
    ...period,
    { kind: 'text', name: 'q', label: t('orders.search') },
    chooseFrom('state', t('shared.state'), orderStates, (value) => t(`orderStates.${value}`)),
    chooseFrom('refund', t('orders.refund'), refundExtents, (value) => t(`orders.refunds.${value}`)),
    chooseFrom('report', t('orders.problem'), ['open', 'answered'], (value) => t(`orders.reports.${value}`)),
    { kind: 'record', name: 'user_id', label: t('orders.buyer') },
    { kind: 'record', name: 'seller_id', label: t('shared.seller') },
    { kind: 'record', name: 'sale_place_id', label: t('shared.salePlace') },
    { kind: 'record', name: 'product_id', label: t('shared.product') },
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
