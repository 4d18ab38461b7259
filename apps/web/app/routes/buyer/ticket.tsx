import { iconButtonVariants } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { IconChevronLeft } from '@wopack/ui/icons';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { serverDate } from '@wopack/ui/server-clock.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import {
  type BuyerOrder,
  getOrderTitle,
  isAwaitingPickup,
  useMyOrderUpdates,
} from '../../features/orders/buyer-orders.api.ts';
import { BuyerReportCard, OrderLoadError } from '../../features/orders/order-facts.tsx';
import { loadOrderOfPath, useOrderOfPath } from '../../features/orders/order-of-path.ts';
import { TicketActions } from '../../features/orders/ticket/ticket-actions.tsx';
import { TicketCard, TicketSkeleton } from '../../features/orders/ticket/ticket-card.tsx';
import { OrderValueCard } from '../../features/orders/value/value-cards.tsx';
import { useWakeLock } from '../../lib/browser/use-wake-lock.ts';
import { paths } from '../../lib/paths.ts';
import { ShareButton } from '../../ui/share.tsx';

const ON_YELLOW_CLASS = 'bg-paper/55 text-on-brand hover:bg-paper/75 hover:text-on-brand';

export { loadOrderOfPath as loader };

export function Component() {
  const { t } = useTranslation(['orders', 'common']);
  const { query } = useOrderOfPath();
  return (
    <div className="relative min-h-dvh pb-8 sm:min-h-0">
      <PageTitle>{t('common:titles.ticket')}</PageTitle>
      <div aria-hidden="true" className="absolute inset-x-0 top-0 h-[330px] bg-brand" />
      <div className="gutter relative mx-auto max-w-[460px]">
        <header className="on-brand grid grid-cols-[calc(var(--spacing)*11)_minmax(0,1fr)_calc(var(--spacing)*11)] items-center gap-3 pt-[calc(8px+env(safe-area-inset-top))] pb-2 text-on-brand">
          <Link
            to={paths.orderHistory}
            aria-label={t('ticket.back')}
            className={cn(iconButtonVariants({ variant: 'plain' }), ON_YELLOW_CLASS)}
          >
            <IconChevronLeft />
          </Link>
          <h1 className="h2 min-w-0 text-center break-words">{t('ticket.title')}</h1>
          {query.data ? (
            // The public page of the offer, never the ticket.
            <ShareButton
              title={getOrderTitle(query.data)}
              path={paths.offer(query.data.product.id)}
              label={t('share.action')}
              variant="plain"
              className={ON_YELLOW_CLASS}
            />
          ) : null}
        </header>
        {query.data ? (
          <TicketContent order={query.data} />
        ) : query.isLoading ? (
          <TicketSkeleton />
        ) : (
          <OrderLoadError query={query} />
        )}
      </div>
    </div>
  );
}

function TicketContent({ order }: { order: BuyerOrder }) {
  useWakeLock(isAwaitingPickup(order, serverDate()));
  useMyOrderUpdates([order]);
  return (
    <div className="grid gap-5">
      <TicketCard order={order} />
      <OrderValueCard order={order} />
      <BuyerReportCard order={order} />
      <TicketActions order={order} />
    </div>
  );
}
