import { cn } from '@wopack/ui/cn.ts';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { ErrorState } from '@wopack/ui/feedback/states.tsx';
import { useTranslation } from 'react-i18next';
import { LoadMore } from '../../../ui/display/load-more.tsx';
import { OfferSearchBox, TypeChips, ViewToggle } from '../filters/offer-controls.tsx';
import type { OfferFilters } from '../filters/offer-filters.ts';
import { OfferSelects } from '../filters/offer-selects.tsx';
import { LocateNote, type UserLocation } from '../filters/user-location.tsx';
import { CompactOfferCard } from './offer-carousel.tsx';
import type { OfferMapState } from './state/use-offer-map.ts';

/** Hovering or focusing an offer highlights its pin. */
export function MapOfferList({ state }: { state: OfferMapState }) {
  const { t } = useTranslation(['map', 'offers']);
  const { offers, list, selectedId, setHighlightedId } = state;
  if (list.isPending) return <MapOfferListSkeleton />;
  if (offers.length === 0) return <p className="py-6 text-muted">{t('nothing')}</p>;
  return (
    <section
      aria-label={t('offers:list')}
      aria-busy={list.isPlaceholderData || undefined}
      className="-mx-3 pb-6"
    >
      <ul className={cn('grid gap-1', list.isPlaceholderData && 'opacity-60')}>
        {offers.map((offer) => {
          const highlight = () => setHighlightedId(offer.sale_place.id);
          const clearHighlight = () => setHighlightedId(null);
          return (
            <li
              key={offer.id}
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
      <LoadMore query={list} moreLabel={t('offers:more')} errorMessage={t('offers:moreFailed')} />
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

interface Props {
  heading: string;
  filters: OfferFilters;
  userLocation: UserLocation;
  state: OfferMapState;
}

/** Beside the map: search, types and the offers of the area, nearest first. */
export function MapPanel({ heading, filters, userLocation, state }: Props) {
  const { t } = useTranslation(['map', 'offers']);
  const { foundCount: offerCount, list, map } = state;
  const error = list.error ?? map.error;
  return (
    <div
      data-toast-column
      className="flex w-[400px] shrink-0 flex-col gap-3 overflow-x-hidden overflow-y-auto px-6 pt-7 [--gutter:24px] xl:w-[460px]"
    >
      <div className="flex items-center justify-between gap-3">
        <h1 className="h1 min-w-0 truncate">{heading}</h1>
        <ViewToggle />
      </div>
      <section aria-label={t('offers:controls')}>
        <OfferSearchBox value={filters.text} onChange={filters.setText} className="mb-1.5" />
        <TypeChips value={filters.type} onChange={filters.setType} wrap={false} />
        <LocateNote userLocation={userLocation} />
      </section>
      {/* Before the list, which grows while it is scrolled: its end would be far by keyboard. */}
      <button
        type="button"
        onClick={() => state.ref.current?.getCanvas().focus()}
        className="link sr-only min-h-11 self-start text-sm focus:not-sr-only"
      >
        {t('toMap')}
      </button>
      <div className="flex items-center justify-between gap-3 text-sm text-muted">
        <p role="status">
          {map.data ? t('found', { count: offerCount }) : list.isPending ? t('searching') : null}
        </p>
        <OfferSelects plain {...{ filters, userLocation }} />
      </div>
      {error && !list.data ? (
        <ErrorState
          error={error}
          reassurance={t('offers:safe')}
          isRetrying={list.isRefetching}
          onRetry={() => {
            void list.refetch();
            void map.refetch();
          }}
        />
      ) : (
        <MapOfferList state={state} />
      )}
    </div>
  );
}
