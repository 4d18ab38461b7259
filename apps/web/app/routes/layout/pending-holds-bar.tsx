import { Suspense } from 'react';
import { useStored } from '../../lib/storage/storage.ts';
import { EmptyFallback, lazyWithErrorBoundary } from '../../ui/feedback/lazy-with-error-boundary.tsx';

/** Rarely is anything set aside: fetched only after a payment was begun here. It knows when to show. */
const HoldsBar = lazyWithErrorBoundary(
  () => import('../../features/payments/holds/holds-bar.tsx'),
  EmptyFallback,
);

/** At the foot of every page: what is set aside for the person. */
export function PendingHoldsBar({ aboveTabs }: { aboveTabs?: boolean }) {
  const [holdUntil] = useStored('holdUntil');
  return (
    holdUntil && (
      <Suspense>
        <HoldsBar aboveTabs={aboveTabs} />
      </Suspense>
    )
  );
}
