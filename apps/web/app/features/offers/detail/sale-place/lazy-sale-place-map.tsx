import { Suspense, useState } from 'react';
import { useHasInteracted } from '../../../../lib/browser/use-has-interacted.ts';
import { useInView } from '../../../../lib/browser/use-in-view.ts';
import { SalePlaceMiniMap } from '../../map/lazy-maps.tsx';
import type { OfferDetail } from '../../offers.api.ts';
import { SalePlaceMarker } from './sale-place-marker.tsx';

/**
 * The venue on a small map. Its library is twice the rest of the app: it comes when the map is in sight and the person
 * moves, and until then the pin stands on plain ground.
 */
export function LazySalePlaceMap({ offer }: { offer: OfferDetail }) {
  const [isInView, setInView] = useState(false);
  const hasInteracted = useHasInteracted();
  const containerRef = useInView(() => setInView(true), hasInteracted && !isInView, '0px');
  const type = offer.types[0]?.slug ?? '';
  const placeholder = (
    <div aria-hidden="true" className="absolute bottom-1/2 left-1/2 -translate-x-1/2">
      <SalePlaceMarker name={offer.sale_place.name} type={type} />
    </div>
  );
  return (
    <div ref={containerRef} className="relative h-[190px] overflow-hidden rounded-lg bg-(--map-land)">
      {isInView ? (
        <Suspense fallback={placeholder}>
          <SalePlaceMiniMap salePlace={offer.sale_place} type={type} />
        </Suspense>
      ) : (
        placeholder
      )}
    </div>
  );
}
