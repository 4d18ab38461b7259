import { Suspense } from 'react';
import { EntryWatcher } from '../../features/allocation/mine/entry-watcher.tsx';
import { OpenOrderStrip } from '../../features/orders/open-order-strip.tsx';
import { HoldsBar } from '../../features/payments/holds-bar.tsx';

interface Props {
  hasOrders: boolean;
  hasHolds: boolean;
  hasEntries: boolean;
  aboveTabs: boolean;
}

/** Each waits for its own texts. */
export default function PendingBars({ hasOrders, hasHolds, hasEntries, aboveTabs }: Props) {
  return (
    <>
      <Suspense>{hasOrders ? <OpenOrderStrip /> : null}</Suspense>
      <Suspense>{hasHolds ? <HoldsBar aboveTabs={aboveTabs} /> : null}</Suspense>
      <Suspense>{hasEntries ? <EntryWatcher /> : null}</Suspense>
    </>
  );
}
