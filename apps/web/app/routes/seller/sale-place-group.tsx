import { useInView } from '@wopack/ui/element-observers.ts';
import { type ReactNode, useState } from 'react';
import type { SalePlace } from '../../features/sale-places/sale-places.api.ts';
import { Unbroken } from '../../ui/unbroken.tsx';

interface Props {
  salePlace: SalePlace;
  /** Loaded at once, not when it comes into view. */
  isFirst: boolean;
  children: ReactNode;
}

/** One of several sale places on a page. A chain has dozens, so that each loads its data when it comes into view. */
export function SalePlaceGroup({ salePlace, isFirst, children }: Props) {
  const [isShown, setShown] = useState(isFirst || !('IntersectionObserver' in globalThis));
  const ref = useInView(() => setShown(true), !isShown);
  const headingId = `sale-place-${salePlace.id}`;
  return (
    <section ref={ref} aria-labelledby={headingId} className="pt-2 sm:pt-3">
      <div className="mb-2.5">
        <h2 id={headingId} className="h2 wrap-anywhere">
          {salePlace.name}
        </h2>
        <p className="text-sm wrap-anywhere text-muted">
          <Unbroken>{salePlace.address}</Unbroken>
        </p>
      </div>
      {isShown ? children : <div className="min-h-40" />}
    </section>
  );
}
