import { TextButton } from '@wopack/ui/button.tsx';
import { Rating } from '@wopack/ui/display/rating.tsx';
import { useInView } from '@wopack/ui/element-observers.ts';
import { lazyWithErrorBoundary } from '@wopack/ui/feedback/lazy-with-error-boundary.tsx';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { withTimeout } from '../../../lib/api/api.ts';
import { useHasInteracted } from '../../../lib/browser/use-has-interacted.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { paths } from '../../../lib/paths.ts';
import { DirectionsMenu } from '../../../ui/directions-menu.tsx';
import { FoodIcon } from '../../../ui/images/food-icon.tsx';
import { CentredSalePlacePin } from '../../../ui/map/map-overlays.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import type { UserLocation } from '../filters/user-location.tsx';
import type { OfferDetail } from '../offers.api.ts';

/** The map's library loads on first use. */
const SalePlaceMiniMap = lazyWithErrorBoundary(() => withTimeout(import('../map/sale-place-mini-map.tsx')));

const linkClass = 'link inline-flex min-h-11 items-center text-sm';

interface Props {
  offer: OfferDetail;
  userLocation: UserLocation;
  /** Above the map. */
  children?: ReactNode;
}

export function OfferSalePlace({ offer, userLocation, children }: Props) {
  const { t } = useTranslation('offer');
  const { sale_place: salePlace } = offer;
  return (
    <div>
      {/* `justify-between` lets the row wrap on phones at 200 %: packages/ui/src/styles/narrow.css. */}
      <div className="flex items-start justify-between gap-3 leading-[1.375rem]">
        <span className="grid size-14 shrink-0 place-items-center rounded-md bg-brand-soft">
          <FoodIcon slug={offer.types[0]?.slug ?? ''} className="size-10" />
        </span>
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-start justify-between gap-x-3">
            <div className="min-w-0 flex-1 basis-32">
              <p className="font-bold">
                {/* A touch target without more space between the lines of a long name. */}
                <Link to={paths.salePlace(salePlace.id)} className="link py-[11px]">
                  {salePlace.name}
                </Link>
              </p>
              <p className="text-sm text-muted">
                <Unbroken>{salePlace.address}</Unbroken>
              </p>
            </div>
            <Rating value={offer.rating} count={offer.rating_count} />
          </div>
          <div className="-my-2 flex flex-wrap items-start gap-x-4">
            <Link to={paths.offersOnMap(salePlace)} className={linkClass}>
              {t('seeOnMap')}
            </Link>
            <DirectionsMenu position={salePlace} isInRow className={linkClass}>
              {t('route')}
            </DirectionsMenu>
          </div>
        </div>
      </div>
      <DistanceNote distance={offer.distance} userLocation={userLocation} />
      {children ? <div className="mb-5">{children}</div> : null}
      <LazySalePlaceMap offer={offer} />
    </div>
  );
}

function DistanceNote({ distance, userLocation }: { distance: number | null; userLocation: UserLocation }) {
  const { t } = useTranslation('offer');
  const format = useFormat();
  const { position, locating, error, requestLocation } = userLocation;
  return (
    <div className="mt-1 mb-3 flex flex-wrap items-center gap-x-4 pl-17 text-sm text-muted">
      {distance === null ? null : (
        <p>{t(position ? 'awayFromMe' : 'awayFromCenter', { distance: format.formatDistance(distance) })}</p>
      )}
      {position ? null : (
        <TextButton
          aria-busy={locating || undefined}
          onClick={() => {
            if (!locating) void requestLocation();
          }}
        >
          {t('howFar')}
        </TextButton>
      )}
      <p role="status">{error ? t(LOCATE_ERROR_KEYS[error]) : null}</p>
    </div>
  );
}

/** Source: docs/specification.md, Errors. */
const LOCATE_ERROR_KEYS = {
  unsupported: 'geoUnavailable',
  denied: 'account.geoNeedAccess',
  failed: 'account.geoNotWorking',
} as const;

/**
 * The sale place on a small map. Its library is twice the size of the rest of the app, so it loads once the map is in
 * view and the user has interacted; until then the pin is shown on plain ground.
 */
export function LazySalePlaceMap({
  offer,
}: {
  offer: {
    types: readonly { slug: string }[];
    sale_place: { name: string; latitude: number; longitude: number };
  };
}) {
  const [isInView, setInView] = useState(false);
  const hasInteracted = useHasInteracted();
  const containerRef = useInView(() => setInView(true), hasInteracted && !isInView, '0px');
  const type = offer.types[0]?.slug ?? '';
  const placeholder = <CentredSalePlacePin name={offer.sale_place.name} type={type} />;
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
