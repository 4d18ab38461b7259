import { useInfiniteQuery } from '@tanstack/react-query';
import { isolateWords } from '@wopack/domain';
import { ButtonLink } from '@wopack/ui/button.tsx';
import { InlineError } from '@wopack/ui/feedback/inline-error.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { IconClock, IconQrcode } from '@wopack/ui/icons';
import { serverDate } from '@wopack/ui/server-clock.ts';
import { useTranslation } from 'react-i18next';
import { useCountdown } from '../../lib/browser/use-now.ts';
import { useFormattedPickup } from '../../lib/format/use-format.ts';
import { paths } from '../../lib/paths.ts';
import { Zigzag } from '../../ui/images/zigzag.tsx';
import { Timer } from '../../ui/timer.tsx';
import { Unbroken } from '../../ui/unbroken.tsx';
import { type BuyerOrder, getOrderTitle, isAwaitingPickup, ordersQuery } from './buyer-orders.api.ts';
import { OrderDirections } from './order-facts.tsx';

/** Renders nothing without an upcoming pickup. */
export function NextPickupCard() {
  const { t, i18n } = useTranslation('home');
  const orders = useInfiniteQuery(ordersQuery(i18n.language));
  if (orders.isPending) {
    return (
      <Loading>
        <Skeleton className="h-[230px] rounded-lg sm:rounded-xl" />
      </Loading>
    );
  }
  if (!orders.data) return <InlineError query={orders} />;
  const openOrders = orders.data.pages
    .flatMap((page) => page.data)
    .filter((order) => isAwaitingPickup(order, serverDate()))
    .toSorted((a, b) => a.pickup_start.localeCompare(b.pickup_start));
  const [next, ...otherOrders] = openOrders;
  if (!next) return null;
  return (
    <section aria-label={t('ticket.label')} className="grid gap-3">
      <Ticket order={next} />
      {otherOrders.length ? (
        <ButtonLink variant="ghost" size="small" to={paths.orderHistory} className="justify-self-start">
          {t('ticket.others', { count: otherOrders.length })}
        </ButtonLink>
      ) : null}
    </section>
  );
}

function Ticket({ order }: { order: BuyerOrder }) {
  const { t } = useTranslation('home');
  const { sale_place: salePlace } = order;
  const pickup = useFormattedPickup(order, salePlace.time_zone);
  return (
    <Zigzag
      edge="bottom"
      toothWidth={20}
      className="on-brand rounded-t-lg bg-brand px-5 pt-5 pb-8 text-on-brand sm:rounded-t-xl sm:px-8 sm:pt-8 sm:pb-11"
    >
      <div className="grid gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,1fr)_280px] lg:items-end">
        <div className="grid min-w-0 content-start gap-2">
          <p className="flex items-center gap-2 text-sm font-semibold sm:text-base">
            <IconClock className="size-5 shrink-0" />
            <span>
              <Unbroken>{pickup}</Unbroken>
            </span>
          </p>
          <h2 className="d2 break-words">{getOrderTitle(order)}</h2>
          <p>
            {isolateWords(salePlace.name)} · <Unbroken>{isolateWords(salePlace.address)}</Unbroken>
          </p>
          <PickupCountdown order={order} />
        </div>
        <div className="grid gap-2.5">
          <ButtonLink
            fullWidth
            to={paths.ticket(order.id)}
            icon={<IconQrcode />}
            className="bg-contrast! text-on-contrast! hover:bg-contrast-deep!"
          >
            {t('ticket.open')}
          </ButtonLink>
          <div className="on-paper grid">
            <OrderDirections order={order} variant="soft" />
          </div>
        </div>
      </div>
    </Zigzag>
  );
}

/** Counts down to the opening of the window, then to its end. */
function PickupCountdown({ order }: { order: BuyerOrder }) {
  const { t } = useTranslation('home');
  const untilOpen = useCountdown(order.pickup_start);
  const untilClose = useCountdown(order.pickup_end);
  const remainingMs = untilOpen > 0 ? untilOpen : untilClose;
  if (remainingMs === 0) return <p className="text-sm">{t('ticket.over')}</p>;
  return (
    <p className="mt-1 flex flex-wrap items-baseline gap-x-2">
      <span className="text-sm">{t(untilOpen > 0 ? 'ticket.opens' : 'ticket.closes')}</span>
      <Timer
        key={untilOpen > 0 ? 'opens' : 'closes'}
        remainingMs={remainingMs}
        what={t(untilOpen > 0 ? 'ticket.opens' : 'ticket.closes')}
        over={t(untilOpen > 0 ? 'ticket.openNow' : 'ticket.over')}
        className="d2 tabular-nums"
      />
    </p>
  );
}
