import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { LocateNote } from '../filters/locate-note.tsx';
import type { OfferFilters } from '../filters/offer-filters.ts';
import { OfferSearchBox } from '../filters/offer-search-box.tsx';
import { SortSelect } from '../filters/sort-select.tsx';
import { TypeChips } from '../filters/type-chips.tsx';
import type { UserLocation } from '../filters/use-user-location.ts';
import { ViewToggle } from '../filters/view-toggle.tsx';
import { MapOfferList } from './map-offer-list.tsx';
import type { OfferMapState } from './use-offer-map.ts';

interface Props {
  heading: string;
  filters: OfferFilters;
  userLocation: UserLocation;
  state: OfferMapState;
}

/** Beside the map: search, kinds and the packs of the area, nearest first. */
export function MapPanel({ heading, filters, userLocation, state }: Props) {
  const { t } = useTranslation(['map', 'offers']);
  const { foundCount, list, map } = state;
  const error = list.error ?? map.error;
  return (
    <div className="flex w-[400px] shrink-0 flex-col gap-3 overflow-x-hidden overflow-y-auto px-6 pt-7 [--gutter:24px] xl:w-[460px]">
      <div className="flex items-center justify-between gap-3">
        <h1 className="h1 min-w-0 truncate">{heading}</h1>
        <ViewToggle />
      </div>
      <section aria-label={t('offers:controls')}>
        <OfferSearchBox value={filters.text} onChange={filters.setText} className="mb-1.5" />
        <TypeChips value={filters.type} onChange={filters.setType} wrap={false} />
        <LocateNote userLocation={userLocation} />
      </section>
      {/* The list grows as one walks through it: by keyboard its end would be far. */}
      <button
        type="button"
        onClick={() => state.ref.current?.getCanvas().focus()}
        className="link sr-only min-h-11 self-start text-sm focus:not-sr-only"
      >
        {t('toMap')}
      </button>
      <div className="flex items-center justify-between gap-3 text-sm text-muted">
        <p role="status">
          {map.data ? t('found', { count: foundCount }) : list.isPending ? t('searching') : null}
        </p>
        <SortSelect
          plain
          value={userLocation.position ? 'me' : 'center'}
          onChange={(nextSort) =>
            nextSort === 'me' ? void userLocation.requestLocation() : userLocation.clearPosition()
          }
        />
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
