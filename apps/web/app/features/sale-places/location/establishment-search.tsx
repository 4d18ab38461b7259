import { IconMapPin } from '@wopack/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDebouncedSearch } from '../../../lib/browser/use-debounced-search.ts';
import { SearchBox } from '../../../ui/form/search-box.tsx';
import { type EstablishmentMatch, establishmentsQuery } from '../sale-places.api.ts';

interface Props {
  onSelect: (establishment: EstablishmentMatch) => void;
  /** The user fills in the form instead; called with what they searched for. */
  onManualEntry: (searchText: string) => void;
}

/** Finds an establishment by name; the result fills in the form. */
export function EstablishmentSearch({ onSelect, onManualEntry }: Props) {
  const { t } = useTranslation('seller');
  const [searchText, setSearchText] = useState('');
  /** The text for which a match or the empty form was chosen: nothing is searched until it changes. */
  const [settledText, setSettledText] = useState<string | null>(null);
  const search = useDebouncedSearch(settledText === searchText ? '' : searchText, establishmentsQuery);
  const updateText = (text: string) => {
    setSearchText(text);
    setSettledText(null);
  };
  return (
    <div className="grid gap-2">
      <SearchBox<EstablishmentMatch>
        label={t('place.search')}
        hideLabel
        placeholder={t('place.search')}
        searchText={searchText}
        onSearchTextChange={updateText}
        clearLabel={t('place.clearSearch')}
        onClear={() => updateText('')}
        search={search}
        searchingText={t('place.searching')}
        noResultsText={t('place.notFound')}
        listLabel={t('place.found')}
        listClass="bg-raised shadow-floating"
        getItemText={({ displayName }) => displayName}
        getItemKey={(establishment) =>
          `${establishment.displayName} ${establishment.latitude},${establishment.longitude}`
        }
        onSelect={(establishment) => {
          setSearchText(establishment.displayName);
          setSettledText(establishment.displayName);
          onSelect(establishment);
        }}
        itemClass="flex items-center gap-3.5"
      >
        {(establishment) => (
          <>
            <IconMapPin className="size-5 shrink-0" aria-hidden="true" />
            <span className="grid min-w-0">
              <span className="font-semibold break-words">{establishment.displayName}</span>
              <span className="text-[.8125rem] break-words text-muted">{establishment.formattedAddress}</span>
            </span>
          </>
        )}
      </SearchBox>
      {search.isLongEnough && !search.isSearching ? (
        <button
          type="button"
          onClick={() => {
            setSettledText(searchText);
            onManualEntry(searchText.trim());
          }}
          className="link min-h-11 justify-self-start text-sm"
        >
          {t('place.byHand')}
        </button>
      ) : null}
    </div>
  );
}
