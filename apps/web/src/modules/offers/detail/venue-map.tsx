import { Suspense, useState } from 'react';
import { useAwake } from '../../../lib/use-awake.ts';
import { useReached } from '../../../lib/use-reached.ts';
import { SmallMap } from '../map-view.tsx';
import type { OfferDetail } from '../offers.api.ts';
import { VenuePin } from './venue-pin.tsx';

/**
 * The venue on a small map. Its library is twice the rest of the app: it comes when the map is in sight and the person
 * moves, and until then the pin stands on plain ground.
 */
export function VenueMap({ offer }: { offer: OfferDetail }) {
  const [reached, setReached] = useState(false);
  const awake = useAwake();
  const box = useReached(() => setReached(true), awake && !reached, '0px');
  const type = offer.types[0]?.slug ?? '';
  const ground = (
    <div aria-hidden="true" className="absolute bottom-1/2 left-1/2 -translate-x-1/2">
      <VenuePin name={offer.sale_place.name} type={type} />
    </div>
  );
  return (
    <div ref={box} className="relative h-[190px] overflow-hidden rounded-lg bg-(--map-land)">
      {reached ? (
        <Suspense fallback={ground}>
          <SmallMap venue={offer.sale_place} type={type} />
        </Suspense>
      ) : (
        ground
      )}
    </div>
  );
}
