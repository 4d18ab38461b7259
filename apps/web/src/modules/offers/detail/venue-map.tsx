import { Suspense, useState } from 'react';
import { useReached } from '../../../lib/use-reached.ts';
import { SmallMap } from '../map-view.tsx';
import type { OfferDetail } from '../offers.api.ts';

/** The venue on a small map, which is fetched only when one scrolls down to it. */
export function VenueMap({ offer }: { offer: OfferDetail }) {
  const [reached, setReached] = useState(false);
  const place = useReached(() => setReached(true), !reached);
  return (
    <div ref={place} className="h-[190px] overflow-hidden rounded-lg bg-(--map-land)">
      {reached ? (
        <Suspense fallback={null}>
          <SmallMap venue={offer.sale_place} type={offer.types[0]?.slug ?? ''} />
        </Suspense>
      ) : null}
    </div>
  );
}
