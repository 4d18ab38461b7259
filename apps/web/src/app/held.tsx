import { Suspense } from 'react';
import { useStored } from '../lib/storage.ts';
import { lazyPart, showNothing } from '../ui/lazy-part.tsx';

/** Rarely is anything set aside: fetched only after a payment was begun here. It knows when to show. */
const HeldBar = lazyPart(() => import('../modules/payments/holds/holds-bar.tsx'), showNothing);

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
