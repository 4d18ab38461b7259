import { Suspense } from 'react';
import { EntryWatcher } from '../../features/allocation/mine/entry-watcher.tsx';
import { OpenOrderStrip } from '../../features/orders/open-order-strip.tsx';

interface Props {
  hasOrders: boolean;
  hasEntries: boolean;
}

/** Each waits for its own texts. */
export default function PendingBars({ hasOrders, hasEntries }: Props) {
  return (
    <>
      <Suspense>{hasOrders ? <OpenOrderStrip /> : null}</Suspense>
      <Suspense>{hasEntries ? <EntryWatcher /> : null}</Suspense>
    </>
  );
}
