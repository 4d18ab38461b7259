import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/error-state.tsx';
import { LocateNote } from '../locate-note.tsx';
import type { OfferFilters } from '../offer-filters.ts';
import { SearchBox } from '../search-box.tsx';
import { SortSelect } from '../sort-select.tsx';
import { TypeChips } from '../type-chips.tsx';
import type { Place } from '../use-locate.ts';
import { ViewToggle } from '../view-toggle.tsx';
import { MapList } from './map-list.tsx';
import type { OfferMapState } from './use-offer-map.ts';

interface Props {
  heading: string;
  filters: OfferFilters;
  place: Place;
  state: OfferMapState;
}

/** Beside the map: search, kinds and the packs of the area, nearest first. */
export function MapPanel({ heading, filters, place, state }: Props) {
  const { t } = useTranslation(['map', 'offers']);
  const { found, list, map } = state;
  const error = list.error ?? map.error;
  return (
    <div className="flex w-[400px] shrink-0 flex-col gap-3 overflow-x-hidden overflow-y-auto px-6 pt-7 [--gutter:24px] xl:w-[460px]">
      <div className="flex items-center justify-between gap-3">
        <h1 className="h1 min-w-0 truncate">{heading}</h1>
        <ViewToggle />
      </div>
      <section aria-label={t('offers:controls')}>
        <SearchBox value={filters.text} onChange={filters.setText} className="mb-1.5" />
        <TypeChips value={filters.type} onChange={filters.setType} wrap={false} />
        <LocateNote place={place} />
      </section>
      {/* The list grows as one walks through it: by keyboard its end would be far. */}
      <button
        type="button"
        onClick={() => state.ref.current?.getCanvas().focus()}
        className="link sr-only min-h-11 self-start text-sm focus:not-sr-only"
      >
        {t('toMap')}
      </button>
      <div className="flex items-center justify-between gap-3 text-sm text-2">
        <p role="status">
          {map.data ? t('found', { count: found }) : list.isPending ? t('searching') : null}
        </p>
        <SortSelect
          plain
          value={place.position ? 'me' : 'center'}
          onChange={(next) => (next === 'me' ? void place.find() : place.forget())}
        />
      </div>
      {error && !list.data ? (
        <ErrorState
          error={error}
          safe={t('offers:safe')}
          retrying={list.isRefetching}
          onRetry={() => {
            void list.refetch();
            void map.refetch();
          }}
        />
      ) : (
        <MapList state={state} />
      )}
    </div>
  );
}
