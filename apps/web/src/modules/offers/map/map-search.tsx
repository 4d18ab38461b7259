import { LocateNote } from '../locate-note.tsx';
import type { OfferFilters } from '../offer-filters.ts';
import { SearchBox } from '../search-box.tsx';
import { SortSelect } from '../sort-select.tsx';
import { TypeChips } from '../type-chips.tsx';
import type { Place } from '../use-locate.ts';
import { ViewToggle } from '../view-toggle.tsx';

interface Props {
  heading: string;
  filters: OfferFilters;
  place: Place;
}

/** Over the map of a phone: search, kinds, order, and the way back to the list. */
export function MapSearch({ heading, filters, place }: Props) {
  return (
    <div className="pointer-events-none absolute inset-x-0 top-0 z-10 px-4 pt-4 [--gutter:16px] *:pointer-events-auto">
      <h1 className="sr-only">{heading}</h1>
      <div className="mb-1 flex items-center gap-2">
        <SearchBox
          value={filters.text}
          onChange={filters.setText}
          className="min-w-0 flex-1 rounded-full bg-raised shadow-2 sm:max-w-[420px]"
        />
        <ViewToggle className="bg-raised! shadow-2 sm:ml-auto" />
      </div>
      <TypeChips value={filters.type} onChange={filters.setType} wrap={false} raised />
      <div className="mt-1 inline-flex rounded-full bg-raised px-3 shadow-1">
        <SortSelect
          plain
          value={place.position ? 'me' : 'center'}
          onChange={(next) => (next === 'me' ? void place.find() : place.forget())}
        />
      </div>
      {place.problem ? (
        <div className="mt-1 rounded-md bg-raised px-3 py-2 shadow-1">
          <LocateNote place={place} />
        </div>
      ) : null}
    </div>
  );
}
