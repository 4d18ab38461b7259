import { isolateWords } from '@wopack/domain';
import { iconButtonVariants } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { IconChevronLeft } from '@wopack/ui/icons';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type BuyerOrder, getOrderTitle } from '../../features/orders/buyer-orders.api.ts';
import { OrderInvoice } from '../../features/orders/invoice/order-invoice.tsx';
import { OrderLoadError } from '../../features/orders/order-facts.tsx';
import { loadOrderOfPath, useOrderOfPath } from '../../features/orders/order-of-path.ts';
import { usePageNavigate } from '../../lib/browser/use-page-navigate.ts';
import { useFormattedPickupDate } from '../../lib/format/use-format.ts';
import { paths } from '../../lib/paths.ts';
import { Photo } from '../../ui/images/photo.tsx';
import { Unbroken } from '../../ui/unbroken.tsx';

export { loadOrderOfPath as loader };

/** For whom the shop issues the invoice of an order. */
export function Component() {
  const { t } = useTranslation('invoice');
  const { id, query } = useOrderOfPath();
  const navigate = usePageNavigate();
  const ticketPath = id === null ? paths.orderHistory : paths.ticket(id);
  return (
    <div className="gutter mx-auto grid max-w-[560px] gap-4 py-4 sm:py-7">
      <PageTitle>{t('title')}</PageTitle>
      <header className="flex items-center gap-3">
        <Link
          to={ticketPath}
          aria-label={t('back')}
          className={cn(iconButtonVariants({ variant: 'flat' }), 'shrink-0')}
        >
          <IconChevronLeft />
        </Link>
        <h1 className="h1 min-w-0 wrap-anywhere">{t('title')}</h1>
      </header>
      {query.data?.invoice ? (
        <>
          <OrderSummary order={query.data} />
          <OrderInvoice order={query.data} onSaved={() => navigate(ticketPath, { replace: true })} />
        </>
      ) : query.isLoading || query.data ? (
        <Loading className="grid gap-4">
          <Skeleton className="h-14" />
          <Skeleton className="h-22" />
          <Skeleton className="h-[52px]" />
          <Skeleton className="h-[52px]" />
          <Skeleton className="h-30" />
        </Loading>
      ) : (
        <OrderLoadError query={query} />
      )}
    </div>
  );
}

function OrderSummary({ order }: { order: BuyerOrder }) {
  const { t } = useTranslation('orders');
  const pickup = useFormattedPickupDate(order, order.sale_place.time_zone);
  return (
    <div className="flex items-center gap-3.5">
      <div className="size-14 shrink-0 overflow-hidden rounded-md">
        <Photo photo={order.product.photos[0]} alt="" sizes="80px" className="aspect-square!" />
      </div>
      <div className="min-w-0 leading-snug">
        <p className="font-bold wrap-anywhere">{getOrderTitle(order)}</p>
        <p className="text-sm text-muted">
          {t('number', { id: order.id })} · {isolateWords(order.sale_place.name)} ·{' '}
          <Unbroken>{pickup}</Unbroken>
        </p>
      </div>
    </div>
  );
}
