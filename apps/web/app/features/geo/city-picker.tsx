import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDebouncedSearch } from '../../lib/browser/use-debounced-search.ts';
import type { SelectedCity } from '../../lib/storage/stored-values.ts';
import { SearchBox } from '../../ui/form/search-box.tsx';
import { citiesQuery, type FoundCity } from './geo.api.ts';

interface Props {
  value: SelectedCity | null;
  /** Null when the field was cleared, or says something else by now. */
  onChange: (city: SelectedCity | null) => void;
}

/** The person's city, by its name. */
export function CityPicker({ value, onChange }: Props) {
  const { t } = useTranslation('geo');
  const [searchText, setSearchText] = useState(value?.label ?? '');
  const search = useDebouncedSearch(value ? '' : searchText, citiesQuery);
  return (
    <SearchBox<FoundCity>
      label={t('city.label')}
      hint={t('city.hint')}
      placeholder={t('city.placeholder')}
      searchText={searchText}
      onSearchTextChange={(text) => {
        setSearchText(text);
        if (value && text !== value.label) onChange(null);
      }}
      clearLabel={t('city.clear')}
      onClear={() => {
        setSearchText('');
        onChange(null);
      }}
      search={search}
      searchingText={t('city.searching')}
      noResultsText={t('city.none', { text: searchText.trim() })}
      listLabel={t('city.list')}
      listClass="bg-panel"
      getItemText={({ label }) => label}
      getItemKey={({ lat, lon }) => `${lat},${lon}`}
      onSelect={({ label, lat, lon }) => {
        setSearchText(label);
        onChange({ label, lat, lon });
      }}
      itemClass="grid content-center"
      submitsOnEnter
    >
      {(city) => (
        <>
          <span className="font-semibold">{city.label}</span>
          <span className="text-[.8125rem] text-muted">{city.region}</span>
        </>
      )}
    </SearchBox>
  );
}
