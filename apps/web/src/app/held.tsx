import { lazy, Suspense } from 'react';
import { useStored } from '../lib/storage.ts';

/** Rarely is anything set aside: fetched only after a payment was begun here. It knows when to show. */
const HeldBar = lazy(() => import('../modules/payments/held-bar.tsx'));

/** At the foot of every page: what is set aside for the person. */
export function Held({ aboveTabs }: { aboveTabs?: boolean }) {
  const [until] = useStored('holdUntil');
  return (
    until && (
      <Suspense>
        <HeldBar aboveTabs={aboveTabs} />
      </Suspense>
    )
  );
}
