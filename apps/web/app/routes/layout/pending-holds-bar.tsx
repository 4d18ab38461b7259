import { EmptyFallback, lazyWithErrorBoundary } from '@wopack/ui/feedback/lazy-with-error-boundary.tsx';
import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { i18n } from '../../lib/i18n/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { useStored } from '../../lib/storage/storage.ts';

/** Loaded only after a payment was started in this browser. It decides when to show. */
const HoldsBar = lazyWithErrorBoundary(
  () => import('../../features/payments/holds/holds-bar.tsx'),
  EmptyFallback,
);

/** Loaded only while an entry in a draw or waitlist may bring a unit. */
const EntryWatcher = lazyWithErrorBoundary(async () => {
  const [module] = await Promise.all([
    import('../../features/allocation/mine/entry-watcher.tsx'),
    i18n.loadNamespaces('allocation'),
  ]);
  return module;
}, EmptyFallback);

/** Loaded only while a bought pack waits to be collected. */
const OpenOrderStrip = lazyWithErrorBoundary(async () => {
  const [module] = await Promise.all([
    import('../../features/orders/open-order-strip.tsx'),
    i18n.loadNamespaces('orders'),
  ]);
  return module;
}, EmptyFallback);

/** On phones the ticket is otherwise two pages away from the offers. */
export function PendingOrderStrip() {
  const { pathname } = useLocation();
  const [openOrderUntil] = useStored('openOrderUntil');
  const isShown = pathname === paths.offers || pathname === paths.favourites;
  return isShown && openOrderUntil && Date.parse(openOrderUntil) > Date.now() ? (
    <Suspense>
      <OpenOrderStrip />
    </Suspense>
  ) : null;
}

export function PendingHoldsBar({ aboveTabs }: { aboveTabs?: boolean }) {
  const [holdUntil] = useStored('holdUntil');
  const [entriesUntil] = useStored('entriesUntil');
  return (
    <>
      {holdUntil ? (
        <Suspense>
          <HoldsBar aboveTabs={aboveTabs} />
        </Suspense>
      ) : null}
      {entriesUntil && Date.parse(entriesUntil) > Date.now() ? (
        <Suspense>
          <EntryWatcher />
        </Suspense>
      ) : null}
    </>
  );
}
