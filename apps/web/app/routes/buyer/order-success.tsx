import { IconQrcode, IconX } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { LoaderFunctionArgs } from 'react-router';
import { Link, Navigate, useParams } from 'react-router';
import { type BuyerOrder, orderQuery, ordersQuery } from '../../features/orders/buyer-orders.api.ts';
import { DirectionsLink, OrderFacts, OrderLoadError } from '../../features/orders/order-facts.tsx';
import { SuccessIllustration } from '../../features/orders/success-illustration.tsx';
import { TicketSkeleton } from '../../features/orders/ticket/ticket-card.tsx';
import { queryClient } from '../../lib/api/query-client.ts';
import { cn } from '../../lib/cn.ts';
import { startUserQueries } from '../../lib/data/start-queries.ts';
import { i18n } from '../../lib/i18n/i18n.ts';
import { useLayoutOptions } from '../../lib/layout-options.tsx';
import { parseId, paths } from '../../lib/paths.ts';
import { ButtonLink, iconButtonVariants } from '../../ui/button.tsx';
import { Zigzag } from '../../ui/images/zigzag.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

export const loader = ({ params }: LoaderFunctionArgs) => {
  const id = parseId(params.id);
  if (id === null) return null;
  return startUserQueries(() => [queryClient.query(orderQuery(id, i18n.language))]);
};

export function Component() {
  const { t, i18n } = useTranslation(['orders', 'common']);
  const id = Number(useParams().id);
  const {
    data: order,
    error,
    isLoading,
    isRefetching,
    refetch,
  } = useQuery({
    ...orderQuery(id, i18n.language),
    enabled: Number.isInteger(id) && id > 0,
  });
  // When the order does not load, the page has no links of its own.
  useLayoutOptions({ hideTabBar: error === null });
  return (
    <>
      <PageTitle>{t('common:titles.success')}</PageTitle>
      {order ? (
        <PaidOrderView order={order} />
      ) : (
        <div className="gutter mx-auto max-w-[460px] py-7">
          <h1 className="sr-only">{t('common:titles.success')}</h1>
          {isLoading ? (
            <TicketSkeleton />
          ) : (
            <OrderLoadError error={error} retrying={isRefetching} onRetry={() => void refetch()} />
          )}
        </div>
      )}
    </>
  );
}

function PaidOrderView({ order }: { order: BuyerOrder }) {
  const { t, i18n } = useTranslation(['orders', 'common']);
  // Not rendered: the history must be in the offline cache.
  useInfiniteQuery(ordersQuery(i18n.language));
  // A later visit shows the current state.
  if (order.state !== 'paid') return <Navigate to={paths.ticket(order.id)} replace />;
  return (
    <div className="flex min-h-dvh flex-col sm:min-h-0">
      <div className="on-brand relative">
        <Zigzag edge="bottom" toothWidth={39} className="h-[350px] bg-brand">
          <SuccessIllustration />
        </Zigzag>
        <Link
          to={paths.offers}
          aria-label={t('common:close')}
          className={cn(
            iconButtonVariants({ variant: 'photo' }),
            'absolute top-[calc(16px+env(safe-area-inset-top))] right-4',
          )}
        >
          <IconX aria-hidden="true" />
        </Link>
      </div>
      <div className="mx-auto flex w-full max-w-[480px] flex-1 flex-col gap-3 px-5 pt-3 pb-[calc(32px+env(safe-area-inset-bottom))]">
        <h1 className="d1">{t('success.title')}</h1>
        <p className="text-muted">
          {t('success.text', { name: order.product.name, place: order.sale_place.name })}
        </p>
        <OrderFacts order={order} />
        <div className="mt-auto grid gap-3 pt-6">
          <ButtonLink fullWidth to={paths.ticket(order.id)} icon={<IconQrcode aria-hidden="true" />}>
            {t('success.openTicket')}
          </ButtonLink>
          <DirectionsLink order={order} variant="soft" />
        </div>
      </div>
    </div>
  );
}
