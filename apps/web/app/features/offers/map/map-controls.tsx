import { Button, IconButton } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { IconCurrentLocation, IconMinus, IconPlus, IconRefresh } from '@wopack/ui/icons';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { OfferSearchBox, TypeChips, ViewToggle } from '../filters/offer-controls.tsx';
import type { OfferFilters } from '../filters/offer-filters.ts';
import { OfferSelects } from '../filters/offer-selects.tsx';
import { LocateNote, type UserLocation } from '../filters/user-location.tsx';
import type { OfferMapState } from './state/use-offer-map.ts';

interface Props {
  state: OfferMapState;
  userLocation: UserLocation;
  /** Raises the controls above the row of cards. */
  aboveCards: boolean;
}

const NEAR_ME_ZOOM = 14;

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

interface SearchHereButtonProps {
  loading: boolean;
  onPress: () => void;
  className: string;
}

/** Shown after the user moved the map: pins and list still belong to the previous area. */
export function SearchHereButton({ loading, onPress, className }: SearchHereButtonProps) {
  const { t } = useTranslation('map');
  return (
    <Button
      size="small"
      loading={loading}
      onClick={onPress}
      icon={<IconRefresh className="size-5" aria-hidden="true" />}
      className={cn('min-h-11! rounded-full! shadow-floating', className)}
    >
      {t('searchHere')}
    </Button>
  );
}

interface MapFiltersProps {
  heading: string;
  filters: OfferFilters;
  userLocation: UserLocation;
  /** Below them. */
  children?: ReactNode;
}

/** On phones, above the map: search, types, pickup time, order and a link to the list. */
export function MapFilters({ heading, filters, userLocation, children }: MapFiltersProps) {
  return (
    <div className="pointer-events-none absolute inset-x-0 top-0 z-10 px-4 pt-4 [--gutter:16px] *:pointer-events-auto">
      <h1 className="sr-only">{heading}</h1>
      <div className="mb-1 flex items-center gap-2">
        <OfferSearchBox
          value={filters.text}
          onChange={filters.setText}
          className="min-w-0 flex-1 rounded-full bg-raised shadow-floating sm:max-w-[420px]"
        />
        <ViewToggle className="bg-raised! shadow-floating sm:ml-auto" />
      </div>
      <TypeChips value={filters.type} onChange={filters.setType} wrap={false} raised />
      <div className="mt-1 flex justify-between gap-2">
        <OfferSelects
          plain
          {...{ filters, userLocation }}
          className="mr-0! min-w-0 rounded-full bg-raised px-3 shadow-resting [&_svg]:left-3"
        />
      </div>
      {userLocation.error ? (
        <div className="mt-1 rounded-md bg-raised px-3 py-2 shadow-resting">
          <LocateNote userLocation={userLocation} />
        </div>
      ) : null}
      {children}
    </div>
  );
}
