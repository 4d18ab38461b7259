import { IconMapPin } from '@tabler/icons-react';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Reply } from '@wopack/contract/client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/api.ts';
import type { Position } from '../../../lib/browser/position.ts';
import { MIN_QUERY_LENGTH, useDebouncedSearch } from '../../../lib/browser/use-debounced-search.ts';
import { SearchBox } from '../../../ui/form/search-box.tsx';
import type { Coordinates } from './coordinates.ts';

export type EstablishmentMatch = Reply<'searchEstablishments'>[number];

/** Establishments of a name, the near ones first. */
export const establishmentsQuery = (query: string, lang: string, near: Position | null) =>
  queryOptions({
    queryKey: ['places', lang, query, near],
    queryFn: async ({ signal }) =>
      preferEstablishments(await call('searchEstablishments', { query: { query, lang, ...near }, signal })),
    enabled: query.length >= MIN_QUERY_LENGTH,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

/** A few cities, to begin with, only where no establishment has the name. */
function preferEstablishments(results: EstablishmentMatch[]): EstablishmentMatch[] {
  const matches = results.filter(({ is_city }) => !is_city);
  return matches.length ? matches : results.slice(0, 3);
}

/** A metre is near enough to say which door it is. */
const roundDegrees = (degrees: number): number => Math.round(degrees * 100_000) / 100_000;

/** What stands at a spot: its city, and street and number where a service that knows them is configured. */
export const addressQuery = ({ latitude, longitude }: Coordinates, lang: string) => {
  const position = { latitude: roundDegrees(latitude), longitude: roundDegrees(longitude) };
  return queryOptions({
    queryKey: ['spot', lang, position],
    queryFn: async ({ signal }) =>
      (await call('reverseGeocode', { query: { ...position, lang }, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
};

interface Props {
  onSelect: (establishment: EstablishmentMatch) => void;
  /** It is not in the list: the person writes the address. */
  onManualEntry: () => void;
}

/** Finds the venue by its name; what is found fills in the form. */
export function EstablishmentSearch({ onSelect, onManualEntry }: Props) {
  const { t } = useTranslation('seller');
  const [searchText, setSearchText] = useState('');
  const [selectedName, setSelectedName] = useState<string | null>(null);
  const search = useDebouncedSearch(selectedName === searchText ? '' : searchText, establishmentsQuery);
  const updateText = (text: string) => {
    setSearchText(text);
    setSelectedName(null);
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
          setSelectedName(establishment.displayName);
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
        <button type="button" onClick={onManualEntry} className="link min-h-11 justify-self-start text-sm">
          {t('place.byHand')}
        </button>
      ) : null}
    </div>
  );
}
