import { useTranslation } from 'react-i18next';
import { useWide } from '../../lib/use-media.ts';
import { LocateButton } from './locate-button.tsx';
import { LocateNote } from './locate-note.tsx';
import type { OfferFilters } from './offer-filters.ts';
import { SearchBox } from './search-box.tsx';
import { SortSelect } from './sort-select.tsx';
import { TypeChips } from './type-chips.tsx';
import type { Place } from './use-locate.ts';
import { ViewToggle } from './view-toggle.tsx';

interface Props {
  filters: OfferFilters;
  place: Place;
  /** The heading of the list; phones show it beside the order of the list. */
  heading?: string;
}

/** Search, kinds and order of the list. */
export function OfferControls({ filters, place, heading }: Props) {
  const { t } = useTranslation('offers');
  const wide = useWide();
  const sort = (
    <SortSelect
      plain={!wide}
      value={place.position ? 'me' : 'center'}
      onChange={(next) => (next === 'me' ? void place.find() : place.forget())}
    />
  );
  return (
    <section aria-label={t('controls')}>
      <div className="mb-2 flex items-center justify-between gap-2 sm:mb-3 sm:gap-3">
        <SearchBox
          value={filters.text}
          onChange={filters.setText}
          className="min-w-0 flex-1 sm:max-w-[380px]"
        />
        {wide ? (
          <div className="flex items-center gap-3">
            {sort}
            <ViewToggle />
          </div>
        ) : (
          <LocateButton place={place} className="size-13" />
        )}
      </div>
      <TypeChips value={filters.type} onChange={filters.setType} />
      {wide ? null : (
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          {heading ? <h1 className="h2">{heading}</h1> : null}
          {sort}
        </div>
      )}
      <LocateNote place={place} />
    </section>
  );
}
