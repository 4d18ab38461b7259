import { Button, IconButton, TextButton } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { ErrorState } from '@wopack/ui/feedback/states.tsx';
import { IconCurrentLocation, IconMinus, IconPlus, IconRefresh } from '@wopack/ui/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadMore } from '../../../ui/lists.tsx';
import { OfferSearchBox, TypeChips, ViewToggle } from '../filters/offer-controls.tsx';
import type { OfferFilters } from '../filters/offer-filters.ts';
import { OfferSelects } from '../filters/offer-selects.tsx';
import { LocateNote, type UserLocation } from '../filters/user-location.tsx';
import { SearchNote } from '../list/search-note.tsx';
import { CompactOfferCard } from './offer-carousel.tsx';
import type { OfferMapState } from './state/use-offer-map.ts';

interface Props {
  state: OfferMapState;
  userLocation: UserLocation;
  place: MapControlsPlace;
}

/** In the corner of the map, between its filters and its cards, or beside the search of a low map. */
export type MapControlsPlace = 'corner' | 'column' | 'row';

const PLACE_CLASSES: Record<MapControlsPlace, string> = {
  corner: 'absolute right-6 bottom-10 z-10',
  column: 'pointer-events-auto mr-4 shrink-0 self-end',
  row: 'shrink-0 grid-flow-col',
};

const NEAR_ME_ZOOM = 14;

export function MapControls({ state: { ref, flyTo }, userLocation, place }: Props) {
  const { t } = useTranslation(['map', 'offers']);
  const { position, locating, requestLocation } = userLocation;
  const locateMe = async () => {
    // Not the position of the last time, which is there at once.
    const devicePosition = await requestLocation();
    if (devicePosition) flyTo({ ...devicePosition, zoom: NEAR_ME_ZOOM });
  };
  return (
    <div data-overlay className={cn('grid gap-2', PLACE_CLASSES[place])}>
      <IconButton
        label={t('closer')}
        onClick={() => ref.current?.zoomIn()}
        className="shadow-floating max-sm:hidden"
      >
        <IconPlus />
      </IconButton>
      <IconButton
        label={t('farther')}
        onClick={() => ref.current?.zoomOut()}
        className="shadow-floating max-sm:hidden"
      >
        <IconMinus />
      </IconButton>
      <IconButton
        label={t('offers:useMyLocation')}
        aria-busy={locating || undefined}
        onClick={() => void locateMe()}
        className={cn(
          // A finger is as wide at 200 % as at 100 %.
          'shadow-floating max-sm:size-[48px]',
          position && 'text-info!',
          locating && '[&_svg]:animate-pulse',
        )}
      >
        <IconCurrentLocation />
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
      data-overlay
      size="small"
      loading={loading}
      onClick={onPress}
      icon={<IconRefresh className="size-5" />}
      className={cn('min-h-[44px]! rounded-full! shadow-floating', className)}
    >
      {t('searchHere')}
    </Button>
  );
}

interface MapFiltersProps {
  heading: string;
  filters: OfferFilters;
  userLocation: UserLocation;
  /** The map's own controls need the room: pickup time and order stand in the row of types. */
  isLow: boolean;
  /** Beside the search. */
  controls?: ReactNode;
  /** Below them. */
  children?: ReactNode;
}

/** On phones, above the map: search, types, pickup time, order and a link to the list. */
export function MapFilters({ heading, filters, userLocation, isLow, controls, children }: MapFiltersProps) {
  const selects = (
    <OfferSelects
      plain
      filters={filters}
      userLocation={userLocation}
      className={cn(
        'mr-0! min-h-[44px]! rounded-full bg-raised px-3 shadow-resting [&_select]:min-h-[44px] [&_svg]:left-3',
        isLow ? 'shrink-0' : 'min-w-0',
      )}
    />
  );
  return (
    // Scrolls where even the smallest window has no room for it.
    <div
      data-overlay
      className="mb-auto min-h-0 overflow-x-clip overflow-y-auto px-4 pt-4 pb-3 [--gutter:16px] *:pointer-events-auto"
    >
      <h1 className="sr-only">{heading}</h1>
      <div className="mb-1 flex flex-wrap items-center gap-2">
        <OfferSearchBox
          value={filters.text}
          onChange={filters.setText}
          near={filters.query.needFavourite ? undefined : filters.query}
          className="min-w-0 flex-1 basis-[9rem] rounded-full bg-raised shadow-floating sm:max-w-[420px]"
        />
        <div className="ml-auto flex shrink-0 items-center gap-2">
          {controls}
          <ViewToggle className="bg-raised! shadow-floating" />
        </div>
      </div>
      <TypeChips filters={filters} wrap={false} raised>
        {isLow ? selects : null}
      </TypeChips>
      {isLow ? null : <div className="mt-1 flex flex-wrap justify-between gap-2">{selects}</div>}
      {userLocation.error ? (
        <div className="mt-1 rounded-md bg-raised px-3 py-2 shadow-resting">
          <LocateNote userLocation={userLocation} />
        </div>
      ) : null}
      {children}
    </div>
  );
}

/** Hovering or focusing an offer highlights its pin. */
function MapOfferList({ state }: { state: OfferMapState }) {
  const { t } = useTranslation(['map', 'offers']);
  const { offers, list, selectedId, setHighlightedId } = state;
  if (list.isPending) return <MapOfferListSkeleton />;
  if (offers.length === 0)
    return <p className="py-6 text-muted">{t(state.isFiltered ? 'nothingMatching' : 'nothing')}</p>;
  return (
    <section
      aria-label={t('offers:list')}
      aria-busy={list.isPlaceholderData || undefined}
      className="-mx-3 pb-6"
    >
      <div className="px-3">
        <SearchNote search={list.data?.pages[0]?.search} onExact={() => state.setExact(true)} />
      </div>
      <ul className={cn('grid gap-1', list.isPlaceholderData && 'opacity-60')}>
        {offers.map((offer) => {
          const highlight = () => setHighlightedId(offer.sale_place.id);
          const clearHighlight = () => setHighlightedId(null);
          return (
            <li
              key={offer.id}
              className="@container"
              onPointerEnter={highlight}
              onPointerLeave={clearHighlight}
              onFocus={highlight}
              onBlur={clearHighlight}
            >
              <CompactOfferCard offer={offer} isSelected={offer.sale_place.id === selectedId} />
            </li>
          );
        })}
      </ul>
      <LoadMore query={list} errorMessage={t('offers:moreFailed')} />
    </section>
  );
}

const MapOfferListSkeleton = () => (
  <Loading>
    <div className="grid gap-7">
      {[1, 2, 3, 4].map((row) => (
        <div key={row} className="flex gap-3.5">
          <Skeleton className="h-[108px] w-28 rounded-md" />
          <div className="grid flex-1 content-start gap-3 pt-1">
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="h-3.5 w-1/2" />
            <Skeleton className="h-3.5 w-2/5" />
          </div>
        </div>
      ))}
    </div>
  </Loading>
);

interface MapPanelProps {
  heading: string;
  filters: OfferFilters;
  userLocation: UserLocation;
  state: OfferMapState;
}

/** Beside the map: search, types and the offers of the area, nearest first. */
export function MapPanel({ heading, filters, userLocation, state }: MapPanelProps) {
  const { t } = useTranslation(['map', 'offers']);
  const { foundCount: offerCount, list, map } = state;
  const error = list.error ?? map.error;
  return (
    <div
      data-toast-column
      className="flex w-[400px] shrink-0 flex-col gap-3 overflow-x-hidden overflow-y-auto px-6 pt-7 [--gutter:24px] xl:w-[460px]"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="h1 max-w-full min-w-0 truncate">{heading}</h1>
        <ViewToggle />
      </div>
      <section aria-label={t('offers:controls')}>
        <OfferSearchBox
          value={filters.text}
          onChange={filters.setText}
          near={filters.query.needFavourite ? undefined : filters.query}
          className="mb-1.5"
        />
        <TypeChips filters={filters} wrap={false} />
        <LocateNote userLocation={userLocation} />
      </section>
      {/* Before the list, which grows while it is scrolled: its end would be far by keyboard. */}
      <TextButton
        onClick={() => state.ref.current?.getCanvas().focus()}
        className="sr-only self-start text-sm focus:not-sr-only"
      >
        {t('toMap')}
      </TextButton>
      <div className="flex flex-wrap items-center justify-between gap-x-3 text-sm text-muted">
        <p role="status" className="min-w-0 flex-1 basis-20">
          {map.data ? t('found', { count: offerCount }) : list.isPending ? t('searching') : null}
        </p>
        <div className="flex flex-wrap gap-x-3">
          <OfferSelects plain filters={filters} userLocation={userLocation} />
        </div>
      </div>
      {error && !list.data ? (
        <ErrorState
          query={{
            error,
            isFetching: list.isFetching,
            refetch: () => Promise.all([list.refetch(), map.refetch()]),
          }}
          reassurance={t('offers:safe')}
        />
      ) : (
        <MapOfferList state={state} />
      )}
    </div>
  );
}
