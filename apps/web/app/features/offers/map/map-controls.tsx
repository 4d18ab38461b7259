import { IconCurrentLocation, IconMinus, IconPlus } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '../../../lib/cn.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { UserLocation } from '../filters/use-user-location.ts';
import type { OfferMapState } from './use-offer-map.ts';

interface Props {
  state: OfferMapState;
  userLocation: UserLocation;
  /** Above the row of cards. */
  aboveCards: boolean;
}

const NEAR_ME_ZOOM = 14;

/** Nearer, farther, and where I am. */
export function MapControls({ state: { ref, flyTo }, userLocation, aboveCards }: Props) {
  const { t } = useTranslation(['map', 'offers']);
  const { position, locating, requestLocation } = userLocation;
  const isLocateRequested = useRef(false);
  useEffect(() => {
    if (!isLocateRequested.current || !position) return;
    isLocateRequested.current = false;
    flyTo({ ...position, zoom: NEAR_ME_ZOOM });
  });
  const locateMe = () => {
    isLocateRequested.current = true;
    void requestLocation();
  };
  return (
    <div
      className={cn('absolute right-4 z-10 grid gap-2', aboveCards ? 'bottom-[196px]' : 'right-6 bottom-10')}
    >
      <IconButton
        label={t('closer')}
        onClick={() => ref.current?.zoomIn()}
        className="shadow-floating max-sm:hidden"
      >
        <IconPlus aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t('farther')}
        onClick={() => ref.current?.zoomOut()}
        className="shadow-floating max-sm:hidden"
      >
        <IconMinus aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t('offers:useMyLocation')}
        aria-busy={locating || undefined}
        onClick={locateMe}
        className={cn(
          'shadow-floating max-sm:size-12',
          position && 'text-info!',
          locating && '[&_svg]:animate-pulse',
        )}
      >
        <IconCurrentLocation aria-hidden="true" />
      </IconButton>
    </div>
  );
}
