import { useQuery } from '@tanstack/react-query';
import { canHandOut, countKeptUnits, isolateWords } from '@wopack/domain';
import { Button, IconButton } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { Splash } from '@wopack/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '@wopack/ui/feedback/states.tsx';
import { IconBell, IconBellOff, IconCircleCheckFilled, IconCloudOff } from '@wopack/ui/icons';
import { Logo } from '@wopack/ui/images/logo-and-mascot.tsx';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FriendNote } from '../../features/orders/hand-out/friend-note.tsx';
import { InvoiceNote } from '../../features/orders/hand-out/invoice-note.tsx';
import { playOrderSound } from '../../features/orders/seller/seller-live-updates.tsx';
import { getProductTitle, type SellerOrder } from '../../features/orders/seller-orders.api.ts';
import { useNow } from '../../lib/browser/use-now.ts';
import { useWakeLock } from '../../lib/browser/use-wake-lock.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useIsOffline } from '../../lib/offline/connection.ts';
import { useStored } from '../../lib/storage/storage.ts';
import { Bag } from '../../ui/images/bag.tsx';
import {
  type Counter,
  counterOrdersQuery,
  counterQuery,
  counterWeekQuery,
  hasServerTime,
  MAX_ORDERS,
  restoreCounterClock,
  useCounterStream,
  useReconnection,
} from './counter-data.ts';
import { HandOutPanel } from './hand-out-panel.tsx';
import { PersonButton, usePerson } from './person.tsx';
import { ScanList, useScans } from './scans.tsx';
import { StockCards } from './stock-cards.tsx';
import { StockQuestionCards } from './stock-question-cards.tsx';

/** Orders of today in big rows, hand-out by PIN or code, and the stock. */
export function CounterScreen() {
  const { t, i18n } = useTranslation('counter');
  useState(restoreCounterClock);
  const query = useQuery(counterQuery(i18n.language));
  if (query.data) return <PairedScreen counter={query.data} />;
  return query.error ? (
    <main className="grid min-h-dvh place-items-center p-6">
      <ErrorState query={query} reassurance={t('safe')} />
    </main>
  ) : (
    <Splash />
  );
}

function PairedScreen({ counter }: { counter: Counter }) {
  const { t, i18n } = useTranslation('counter');
  const isOffline = useIsOffline();
  const salePlace = counter.sale_place;
  const ordersQuery = useQuery(counterOrdersQuery(salePlace.id, i18n.language));
  const week = useQuery(counterWeekQuery(salePlace.id)).data;
  const [hasSound, setHasSound] = useStored('orderSound');
  const [selectedOrder, setSelectedOrder] = useState<SellerOrder | null>(null);
  const [snapshot] = useStored('counterSnapshot');
  const { formatTime } = useFormat();
  const now = useNow(10_000);
  useWakeLock(true);
  const reconnect = useReconnection(isOffline);
  useCounterStream(() => {
    if (hasSound) playOrderSound();
  });
  // Kept by a page from before people were asked.
  const people = counter.people ?? null;
  const { person, choose } = usePerson(people, now);
  const { orders = [], hasMore = false } = ordersQuery.data ?? {};
  const scans = useScans(counter, orders, { isOffline, person });
  const waitingIds = new Set(
    scans.list.filter(({ refusal }) => refusal === null).map(({ ticket }) => ticket.orderId),
  );
  const open = orders.filter(({ id, state }) => state === 'paid' && !waitingIds.has(id));
  const isReady = (order: SellerOrder) =>
    canHandOut(new Date(now), new Date(order.pickup_start), new Date(order.pickup_end));
  const ready = open.filter(isReady);
  const later = open.filter((order) => !isReady(order) && new Date(order.pickup_end).getTime() > now);
  return (
    <div className="flex min-h-dvh flex-col bg-sunken">
      <CounterHeader counter={counter} isOffline={isOffline} now={now}>
        <IconButton
          variant="flat"
          label={t(hasSound ? 'soundOff' : 'soundOn')}
          aria-pressed={hasSound === true}
          onClick={() => {
            setHasSound(!hasSound);
            if (!hasSound) playOrderSound();
          }}
        >
          {hasSound ? <IconBell /> : <IconBellOff />}
        </IconButton>
        {person ? <PersonButton person={person} onChange={() => choose(null)} /> : null}
      </CounterHeader>
      <main className="grid flex-1 items-start gap-4 p-4 min-[760px]:grid-cols-[minmax(0,1fr)_minmax(300px,38%)] min-[760px]:gap-5 min-[760px]:p-5">
        <h1 className="sr-only">{t('title')}</h1>
        <HandOutPanel
          counter={counter}
          isOffline={isOffline}
          people={people}
          person={person}
          onChoosePerson={choose}
          selectedOrder={selectedOrder}
          onSelectOrder={setSelectedOrder}
          scans={scans}
          handedOut={orders.filter(({ state }) => state === 'collected')}
        />
        <div className="grid min-w-0 gap-4">
          {isOffline ? <OfflineNotice /> : null}
          <ScanList counter={counter} scans={scans} orders={orders} isOffline={isOffline} />
          {hasMore ? (
            <p role="status" className="rounded-md bg-brand-soft p-4 text-sm">
              {t('moreOrders', { max: MAX_ORDERS })}
            </p>
          ) : null}
          {ordersQuery.error && !ordersQuery.data ? (
            <ErrorState query={ordersQuery} reassurance={t('safe')} />
          ) : (
            <>
              {isOffline ? (
                <OrderSection
                  title={t('stillToCollect', { count: ready.length + later.length })}
                  note={snapshot && t('asKnownAt', { time: formatTime(snapshot.at, salePlace.time_zone) })}
                  orders={[...ready, ...later]}
                  timeZone={salePlace.time_zone}
                />
              ) : (
                <>
                  <OrderSection
                    title={t('ready', { count: ready.length })}
                    orders={ready}
                    timeZone={salePlace.time_zone}
                    selectedOrder={selectedOrder}
                    onSelect={setSelectedOrder}
                  />
                  <OrderSection
                    title={t('later', { count: later.length })}
                    orders={later}
                    timeZone={salePlace.time_zone}
                  />
                </>
              )}
              {open.length === 0 && ordersQuery.data ? (
                <EmptyState title={t('nothing')}>{t('nothingText')}</EmptyState>
              ) : null}
            </>
          )}
          {isOffline ? null : <StockQuestionCards salePlaceId={salePlace.id} />}
          {week && !isOffline ? <StockCards week={week} now={new Date(now)} /> : null}
          {isOffline ? (
            <Button variant="ghost" onClick={() => void reconnect()}>
              {t('tryNow')}
            </Button>
          ) : null}
        </div>
      </main>
    </div>
  );
}

function CounterHeader({
  counter,
  isOffline,
  now,
  children,
}: {
  counter: Counter;
  isOffline: boolean;
  now: number;
  children: ReactNode;
}) {
  const { t } = useTranslation('counter');
  const { formatTime, formatDay } = useFormat();
  const [snapshot] = useStored('counterSnapshot');
  const timeZone = counter.sale_place.time_zone;
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-surface px-4 py-3 min-[760px]:px-5">
      <Logo markOnly className="h-9 max-sm:hidden" />
      <p className="min-w-0 flex-1 basis-40 leading-snug">
        <b className="block text-lg wrap-anywhere">{counter.sale_place.name}</b>
        <span className="block text-sm wrap-anywhere text-muted">
          {isolateWords(counter.device.name)} · {formatDay(new Date(now), timeZone)}
        </span>
      </p>
      <p
        role="status"
        className={cn(
          'flex min-h-9 items-center gap-2 rounded-full px-3.5 text-sm font-semibold',
          isOffline ? 'bg-danger text-paper dark:text-on-paper' : 'bg-save-soft text-save',
        )}
      >
        {isOffline ? <IconCloudOff className="size-5" /> : <IconCircleCheckFilled className="size-5" />}
        {isOffline
          ? snapshot
            ? t('offlineSince', { time: formatTime(snapshot.at, timeZone) })
            : t('offline')
          : t('online')}
      </p>
      {children}
      <time className="font-display text-[1.375rem] leading-none font-bold tabular-nums max-sm:hidden">
        {formatTime(new Date(now), timeZone)}
      </time>
    </header>
  );
}

function OfflineNotice() {
  const { t } = useTranslation('counter');
  return (
    <div role="status" className="flex gap-3 rounded-md bg-danger-soft p-4">
      <IconCloudOff className="size-6 shrink-0 text-danger" />
      <p>
        <b className="block">{t('offlineTitle')}</b>
        {t('offlineText')}
        {hasServerTime() ? null : <span className="mt-2 block font-semibold">{t('clockUnknown')}</span>}
      </p>
    </div>
  );
}

function OrderSection({
  title,
  orders,
  timeZone,
  note = null,
  selectedOrder = null,
  onSelect,
}: {
  title: string;
  note?: string | null;
  orders: readonly SellerOrder[];
  timeZone: string;
  selectedOrder?: SellerOrder | null;
  /** Missing: they cannot be handed out by PIN now. */
  onSelect?: (order: SellerOrder) => void;
}) {
  const { t } = useTranslation('counter');
  const { formatTime } = useFormat();
  const listWindow = (order: SellerOrder) =>
    `${formatTime(order.pickup_start, timeZone)}–${formatTime(order.pickup_end, timeZone)}`;
  const windows = new Set(orders.map(listWindow));
  // In the heading where it is the same for all.
  const headingNote = [windows.size === 1 ? [...windows][0] : null, note].filter(Boolean).join(' · ');
  if (orders.length === 0) return null;
  return (
    <section>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="font-bold">{title}</h2>
        {headingNote ? <p className="text-sm text-muted tabular-nums">{headingNote}</p> : null}
      </div>
      <ul className="grid gap-2">
        {orders.map((order) => (
          <li
            key={order.id}
            className={cn(
              'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-surface px-4 py-3 sm:gap-x-4',
              order.id === selectedOrder?.id && 'inset-ring-2 inset-ring-line-strong',
            )}
          >
            <Bag kind="pack" number={countKeptUnits(order)} className="w-9 shrink-0 sm:w-11" />
            <span className="min-w-0 flex-1 basis-32 leading-snug">
              <b className="block text-lg wrap-anywhere">{order.client}</b>
              <span className="block text-sm wrap-anywhere text-muted">
                {t('row', { id: order.id, name: getProductTitle(order) })}
              </span>
              <FriendNote order={order} className="mt-1" />
              <InvoiceNote order={order} className="mt-1" />
            </span>
            {windows.size > 1 ? (
              <span className="text-sm text-muted tabular-nums">{listWindow(order)}</span>
            ) : null}
            {onSelect ? (
              <Button
                variant="ghost"
                aria-label={t('handOutOf', { client: order.client, id: order.id })}
                aria-pressed={order.id === selectedOrder?.id}
                onClick={() => onSelect(order)}
              >
                {t('handOut')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
