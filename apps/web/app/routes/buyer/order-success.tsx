import { useInfiniteQuery } from '@tanstack/react-query';
import { toLocative } from '@wopack/domain';
import { ButtonLink, iconButtonVariants } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { IconQrcode, IconX } from '@wopack/ui/icons';
import { Mascot } from '@wopack/ui/images/logo-and-mascot.tsx';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { Link, type LoaderFunctionArgs, Navigate } from 'react-router';
import { type BuyerOrder, getOrderTitle, ordersQuery } from '../../features/orders/buyer-orders.api.ts';
import { OrderDirections, OrderFacts, OrderLoadError } from '../../features/orders/order-facts.tsx';
import { loadOrderOfPath, useOrderOfPath } from '../../features/orders/order-of-path.ts';
import { TicketSkeleton } from '../../features/orders/ticket/ticket-card.tsx';
import { startUserQueries } from '../../lib/data/shared-queries.ts';
import { useLayoutOptions } from '../../lib/layout-options.tsx';
import { paths } from '../../lib/paths.ts';
import { getFoodImageUrl } from '../../ui/images/food-image-url.ts';
import { Zigzag } from '../../ui/images/zigzag.tsx';

const foods = [
  { food: 'croissant', box: 'left-0 top-[2%] w-[43%]', turn: '-rotate-12', wait: '120ms' },
  { food: 'baguette', box: 'left-[27%] -top-[14%] w-[33%]', turn: 'rotate-[8deg]', wait: '240ms' },
  { food: 'pretzel', box: 'left-[54%] top-[4%] w-[36%]', turn: 'rotate-12', wait: '360ms' },
];

const SuccessIllustration = () => (
  <div aria-hidden="true" className="relative h-full overflow-x-clip">
    <span className="absolute top-[34px] left-1/2 size-[216px] -translate-x-1/2 rounded-full bg-sun" />
    <div className="absolute top-[72px] left-1/2 size-[250px] -translate-x-1/2">
      {foods.map(({ food, box, turn, wait }) => (
        <span
          key={food}
          className={cn('absolute animate-[food-rise_700ms_var(--ease-pop)_both]', box)}
          style={{ animationDelay: wait }}
        >
          <img
            src={getFoodImageUrl(food, 'large')}
            alt=""
            width={256}
            height={256}
            className={cn('h-auto w-full drop-shadow-[0_8px_8px_rgb(60_16_30/.25)] saturate-118', turn)}
          />
        </span>
      ))}
      <Mascot mood="smile" className="absolute top-[18%] left-1/2 w-[182px] -translate-x-1/2" />
    </div>
  </div>
);

export const loader = (args: LoaderFunctionArgs) => {
  loadOrderOfPath(args);
  // The ticket opens without a connection, also before the service worker has stored its code.
  return startUserQueries(() => [import('./ticket.tsx'), import('@wopack/ui/images/qr-code.tsx')]);
};

export function Component() {
  const { t } = useTranslation(['orders', 'common']);
  const { query } = useOrderOfPath();
  // When the order does not load, the page has no links of its own.
  useLayoutOptions({ hideTabBar: query.error === null });
  return (
    <>
      <PageTitle>{t('common:titles.orderSuccess')}</PageTitle>
      {query.data ? (
        <PaidOrderView order={query.data} />
      ) : (
        <div className="gutter mx-auto max-w-[460px] py-7">
          <h1 className="sr-only">{t('common:titles.orderSuccess')}</h1>
          {query.isLoading ? <TicketSkeleton /> : <OrderLoadError query={query} />}
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
          <IconX />
        </Link>
      </div>
      <div className="mx-auto flex w-full max-w-[480px] flex-1 flex-col gap-3 px-5 pt-3 pb-[calc(32px+env(safe-area-inset-bottom))]">
        <h1 className="d1">{t('success.title')}</h1>
        <p className="text-muted">
          {t('success.text', {
            name: getOrderTitle(order),
            place: toLocative(order.sale_place.name, i18n.language),
          })}
        </p>
        <OrderFacts order={order} />
        <div className="mt-auto grid gap-3 pt-6">
          <ButtonLink fullWidth to={paths.ticket(order.id)} icon={<IconQrcode />}>
            {t('success.openTicket')}
          </ButtonLink>
          <OrderDirections order={order} variant="soft" />
        </div>
      </div>
    </div>
  );
}
