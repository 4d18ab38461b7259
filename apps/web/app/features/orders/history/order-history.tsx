import { useInfiniteQuery } from '@tanstack/react-query';
import { getLocale } from '@wopack/domain';
import { ButtonLink } from '@wopack/ui/button.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { EmptyState } from '@wopack/ui/feedback/states.tsx';
import { Mascot } from '@wopack/ui/images/logo-and-mascot.tsx';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import { serverDate } from '@wopack/ui/server-clock.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../lib/format/use-format.ts';
import { paths } from '../../../lib/paths.ts';
import { PagedList } from '../../../ui/lists.tsx';
import { type BuyerOrder, type OrderPage, ordersQuery, useMyOrderUpdates } from '../buyer-orders.api.ts';
import { RateOrderForm } from '../reviews/rate-order-form.tsx';
import { OrderRow } from './order-row.tsx';

export interface OrderGroup {
  key: string;
  /** Null for paid orders. */
  month: string | null;
  orders: BuyerOrder[];
}

/** Paid orders first, the soonest first; then the others by month, newest first. */
export function groupOrdersByMonth(orders: readonly BuyerOrder[], language: string, now: Date): OrderGroup[] {
  const openOrders = orders
    .filter((order) => order.state === 'paid')
    .toSorted((a, b) => a.pickup_start.localeCompare(b.pickup_start));
  const closedOrders = orders
    .filter((order) => order.state !== 'paid')
    .toSorted((a, b) => b.pickup_start.localeCompare(a.pickup_start));
  const months = Map.groupBy(closedOrders, (order) => getMonthKey(order));
  return [
    ...(openOrders.length ? [{ key: 'open', month: null, orders: openOrders }] : []),
    ...[...months].map(([key, list]) => ({
      key,
      month: formatMonthName(list[0]!, language, now),
      orders: list,
    })),
  ];
}

const getMonthKey = ({ pickup_start, sale_place }: BuyerOrder): string =>
  new Intl.DateTimeFormat('en-CA', {
    year: 'numeric',
    month: '2-digit',
    timeZone: sale_place.time_zone,
  }).format(new Date(pickup_start));

/** With the year when it is not the current one. */
function formatMonthName({ pickup_start, sale_place }: BuyerOrder, language: string, now: Date): string {
  const date = new Date(pickup_start);
  const timeZone = sale_place.time_zone;
  const getYear = (instant: Date) =>
    new Intl.DateTimeFormat('en-CA', { year: 'numeric', timeZone }).format(instant);
  const name = new Intl.DateTimeFormat(getLocale(language), {
    month: 'long',
    year: getYear(date) === getYear(now) ? undefined : 'numeric',
    timeZone,
  }).format(date);
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** Asks for a rating of the latest picked-up order while that is possible. */
export function RateLatestOrder({ orders }: { orders: readonly BuyerOrder[] }) {
  const { t } = useTranslation('orders');
  const latestOrder = orders
    .filter(({ can_rate }) => can_rate)
    .toSorted((a, b) => (b.collected_at ?? '').localeCompare(a.collected_at ?? ''))[0];
  if (!latestOrder) return null;
  return (
    <div className="mb-5 max-w-[640px]">
      <RateOrderForm key={latestOrder.id} order={latestOrder} onRated={() => showToast(t('rate.thanks'))} />
    </div>
  );
}

const HistorySkeleton = () => (
  <Loading className="grid max-w-[640px] gap-4">
    <Skeleton className="h-[138px] rounded-lg" />
    {[1, 2, 3, 4].map((row) => (
      <div key={row} className="flex gap-3.5">
        <Skeleton className="size-[84px] shrink-0 rounded-md" />
        <div className="grid flex-1 content-start gap-2.5">
          <Skeleton className="h-[18px] w-2/3" />
          <Skeleton className="h-3.5 w-1/2" />
          <Skeleton className="h-7 w-1/3 rounded-full" />
        </div>
      </div>
    ))}
  </Loading>
);

export function OrderHistory() {
  const { t, i18n } = useTranslation('orders');
  const list = useInfiniteQuery(ordersQuery(i18n.language));
  useMyOrderUpdates(list.data?.pages.flatMap((page) => page.data) ?? []);
  return (
    <PagedList
      list={list}
      loading={<HistorySkeleton />}
      reassurance={t('safe')}
      empty={
        <EmptyState
          title={t('none.title')}
          action={<ButtonLink to={paths.offers}>{t('none.action')}</ButtonLink>}
        >
          {t('none.text')}
        </EmptyState>
      }
      errorMessage={t('moreFailed')}
      className="max-w-[640px]"
    >
      {(orders, { summary }) => (
        <>
          <SavingsCard summary={summary} />
          <RateLatestOrder orders={orders} />
          <div className="grid max-w-[640px] grid-cols-[minmax(0,1fr)] gap-5">
            {groupOrdersByMonth(orders, i18n.language, serverDate()).map((group) => (
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
        </>
      )}
    </PagedList>
  );
}

/** Renders nothing before there are savings. */
export function SavingsCard({ summary }: { summary: OrderPage['summary'] }) {
  const { t } = useTranslation(['orders', 'common']);
  const format = useFormat();
  if (summary.packs === 0) return null;
  return (
    <section className="on-brand mb-5 flex min-h-[138px] max-w-[640px] flex-wrap items-end justify-between overflow-hidden rounded-lg bg-brand p-5 text-on-brand">
      <p className="grid flex-1 basis-48 self-start">
        <span className="text-sm font-semibold">{t('savedBefore')}</span>
        <span className="font-display text-[clamp(1.25rem,6.4vw,1.75rem)] leading-tight font-bold -tracking-[.03em]">
          {t('savedPacks', { count: summary.packs })}
        </span>
        {summary.saved_cents > 0 ? (
          <span className="text-sm">
            {t('savedMoney', { amount: format.formatMoney(summary.saved_cents) })}
          </span>
        ) : null}
        <Link
          to={paths.impact}
          className="inline-flex min-h-11 items-center justify-self-start text-sm font-semibold underline underline-offset-3"
        >
          {t('common:nav.impact')}
        </Link>
      </p>
      <Mascot mood="smile" className="-mb-10.5 ml-auto w-[92px] sm:w-[104px]" />
    </section>
  );
}
