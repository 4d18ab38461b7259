import { useTranslation } from 'react-i18next';
import { useIsWideScreen } from '../../../lib/browser/use-media-query.ts';
import { LocateButton } from './locate-button.tsx';
import { LocateNote } from './locate-note.tsx';
import type { OfferFilters } from './offer-filters.ts';
import { OfferSearchBox } from './offer-search-box.tsx';
import { SortSelect } from './sort-select.tsx';
import { TypeChips } from './type-chips.tsx';
import type { UserLocation } from './use-user-location.ts';
import { ViewToggle } from './view-toggle.tsx';

interface Props {
  filters: OfferFilters;
  userLocation: UserLocation;
  /** The heading of the list; phones show it beside the order of the list. */
  heading?: string;
}

/** Search, kinds and order of the list. */
export function OfferControls({ filters, userLocation, heading }: Props) {
  const { t } = useTranslation('offers');
  const isWide = useIsWideScreen();
  const sortSelect = (
    <SortSelect
      plain={!isWide}
      value={userLocation.position ? 'me' : 'center'}
      onChange={(nextSort) =>
        nextSort === 'me' ? void userLocation.requestLocation() : userLocation.clearPosition()
      }
    />
  );
  return (
    <section aria-label={t('controls')}>
      <div className="mb-2 flex items-center justify-between gap-2 sm:mb-3 sm:gap-3">
        <OfferSearchBox
          value={filters.text}
          onChange={filters.setText}
          className="min-w-0 flex-1 sm:max-w-[380px]"
        />
        {isWide ? (
          <div className="flex items-center gap-3">
            {sortSelect}
            <ViewToggle />
          </div>
        ) : (
          <LocateButton userLocation={userLocation} className="size-13" />
        )}
      </div>
      <TypeChips value={filters.type} onChange={filters.setType} />
      {isWide ? null : (
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          {heading ? <h1 className="h2">{heading}</h1> : null}
          {sortSelect}
        </div>
      )}
      <LocateNote userLocation={userLocation} />
    </section>
  );
}
