import { Suspense } from 'react';
import { useStored } from '../../lib/storage/storage.ts';
import { EmptyFallback, lazyWithErrorBoundary } from '../../ui/feedback/lazy-with-error-boundary.tsx';

/** Loaded only after a payment was started in this browser. It decides when to show. */
const HoldsBar = lazyWithErrorBoundary(
  () => import('../../features/payments/holds/holds-bar.tsx'),
  EmptyFallback,
);

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
