import { useQueryClient } from '@tanstack/react-query';
import { getLocale } from '@wopack/domain';
import { EmptyFallback, lazyWithErrorBoundary } from '@wopack/ui/feedback/lazy-with-error-boundary.tsx';
import { IconCloudOff } from '@wopack/ui/icons';
import { serverNow } from '@wopack/ui/server-clock.ts';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useCopiesSince, useIsCachedDataShown } from '../../lib/api/query-client.ts';
import { useMe } from '../../lib/data/shared-queries.ts';
import { useIsOffline, useIsOfflineReady } from '../../lib/offline/connection.ts';
import { paths } from '../../lib/paths.ts';
import { useStored } from '../../lib/storage/storage.ts';

/** Loaded with the first of its parts. */
const Bars = lazyWithErrorBoundary(() => import('./pending-bars.tsx'), EmptyFallback);
const HoldsBar = lazyWithErrorBoundary(() => import('../../features/payments/holds-bar.tsx'), EmptyFallback);

const LegalTextBar = lazyWithErrorBoundary(
  () => import('../../features/legal/legal-text-bar.tsx'),
  EmptyFallback,
);

const isAhead = (instant: string | null) => instant !== null && Date.parse(instant) > serverNow();

/** While a legal text is to change, or has changed, that the user has not confirmed. */
export function LegalTextChanges() {
  const { data: me } = useMe();
  return me?.has_legal_text_changes ? (
    <Suspense>
      <LegalTextBar />
    </Suspense>
  ) : null;
}

/** After a payment was started in this browser. In the flow, above the page: nothing of the page lies under it. */
export function RunningHolds() {
  const [holdUntil] = useStored('holdUntil');
  return holdUntil === null ? null : (
    <Suspense>
      <HoldsBar />
    </Suspense>
  );
}

/**
 * While an entry in a draw or waitlist may bring a unit, and, beside the offers of a phone, whose tickets are otherwise
 * two pages away, while a bought pack waits to be collected.
 */
export function PendingBars({ hasTabBar = false }: { hasTabBar?: boolean }) {
  const { pathname } = useLocation();
  const [token] = useStored('token');
  const [entriesUntil] = useStored('entriesUntil');
  const [openOrderUntil] = useStored('openOrderUntil');
  const hasOrders =
    hasTabBar &&
    token !== null &&
    (pathname === paths.offers || pathname === paths.favourites) &&
    isAhead(openOrderUntil);
  const hasEntries = isAhead(entriesUntil);
  return hasOrders || hasEntries ? (
    <Suspense>
      <Bars hasOrders={hasOrders} hasEntries={hasEntries} />
    </Suspense>
  ) : null;
}

const INITIAL_RETRY_DELAY_MS = 1000;
const MAX_RETRY_DELAY_MS = 15_000;

const sinceFormat = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;

export function OfflineBanner({ isSignedIn }: { isSignedIn: boolean }) {
  const { t, i18n } = useTranslation('errors');
  const since = useCopiesSince();
  // A device may report being online while no response arrives.
  const isOffline = [useIsOffline(), useIsCachedDataShown()].includes(true);
  const isReady = useIsOfflineReady();
  useRefetchWithBackoff(isOffline);
  return (
    <div role="status">
      {isOffline ? (
        <p className="gutter flex items-center gap-3 bg-contrast pt-[calc(10px+env(safe-area-inset-top))] pb-2.5 text-sm text-on-contrast">
          <IconCloudOff className="size-5 shrink-0" />
          <span>
            <b>{t('offlineTitle')}</b> {isSignedIn && isReady ? t('offlineKept') : t('network')}{' '}
            {since === null
              ? null
              : t('offlineSince', {
                  time: new Intl.DateTimeFormat(getLocale(i18n.language), sinceFormat).format(since),
                })}
          </span>
        </p>
      ) : null}
    </div>
  );
}

/**
 * Refetches all active queries, with growing delays. A device reports being online slightly before requests succeed,
 * so the refetch is repeated a second later.
 */
function useRefetchWithBackoff(isOffline: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isOffline) return;
    let timer: ReturnType<typeof setTimeout>;
    const scheduleRetry = (delayMs: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        void queryClient.invalidateQueries();
        scheduleRetry(Math.min(delayMs * 2, MAX_RETRY_DELAY_MS));
      }, delayMs);
    };
    const retrySoon = () => scheduleRetry(INITIAL_RETRY_DELAY_MS);
    retrySoon();
    addEventListener('online', retrySoon);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', retrySoon);
    };
  }, [isOffline, queryClient]);
}
