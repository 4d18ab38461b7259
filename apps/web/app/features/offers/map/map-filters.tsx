import { LocateNote } from '../filters/locate-note.tsx';
import type { OfferFilters } from '../filters/offer-filters.ts';
import { OfferSearchBox } from '../filters/offer-search-box.tsx';
import { SortSelect } from '../filters/sort-select.tsx';
import { TypeChips } from '../filters/type-chips.tsx';
import type { UserLocation } from '../filters/use-user-location.ts';
import { ViewToggle } from '../filters/view-toggle.tsx';

interface Props {
  heading: string;
  filters: OfferFilters;
  userLocation: UserLocation;
}

/** Over the map of a phone: search, kinds, order, and the way back to the list. */
export function MapFilters({ heading, filters, userLocation }: Props) {
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
      <div className="mt-1 inline-flex rounded-full bg-raised px-3 shadow-resting">
        <SortSelect
          plain
          value={userLocation.position ? 'me' : 'center'}
          onChange={(nextSort) =>
            nextSort === 'me' ? void userLocation.requestLocation() : userLocation.clearPosition()
          }
        />
      </div>
      {userLocation.error ? (
        <div className="mt-1 rounded-md bg-raised px-3 py-2 shadow-resting">
          <LocateNote userLocation={userLocation} />
        </div>
      ) : null}
    </div>
  );
}
