import { useQuery } from '@tanstack/react-query';
import { NEARBY_METRES } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDebouncedSearch } from '../../lib/browser/use-debounced-search.ts';
import { useStored } from '../../lib/storage/storage.ts';
import type { SelectedCity } from '../../lib/storage/stored-values.ts';
import { SearchBox } from '../../ui/form/search-box.tsx';
import { type CityMatch, citiesQuery, nearestOfferQuery, offerCitiesQuery } from './geo.api.ts';

interface Props {
  /** City of the account, selected until the user selects another one. */
  current?: SelectedCity | null;
  /** Not called while no city is selected. */
  onSave: (city: SelectedCity) => void;
  saving: boolean;
  /** Label of the button. */
  children: ReactNode;
  /** Button as wide as the field at every width, not only on phones. */
  fullWidth?: boolean;
}

/** Selects a city and saves it; the selection is also stored in the browser. */
export function CityForm({ current = null, onSave, saving, children, fullWidth }: Props) {
  const { t, i18n } = useTranslation('geo');
  const [storedCity, setStoredCity] = useStored('selectedCity');
  // A cleared field stays empty although the account has a city.
  const [isTouched, setIsTouched] = useState(false);
  const { data: offerCities = [] } = useQuery(offerCitiesQuery(i18n.language));
  const selectedCity = storedCity ?? (isTouched ? null : current);
  // A stored name may be in another language.
  const city =
    [...offerCities, ...(current ? [current] : [])].find((named) => isSameCity(named, selectedCity)) ??
    selectedCity;
  const { data: nearestDistance } = useQuery(nearestOfferQuery(city));
  const hasNoOffers =
    nearestDistance !== undefined && (nearestDistance === null || nearestDistance > NEARBY_METRES);
  return (
    <form
      noValidate
      className="grid gap-4.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (city && !saving) onSave(city);
      }}
    >
      {offerCities.length > 0 ? (
        <fieldset>
          <legend className="mb-2 text-sm font-semibold">{t('city.withPacks')}</legend>
          <div className="flex flex-wrap gap-2.5">
            {offerCities.map((offerCity) => (
              <Button
                key={`${offerCity.lat},${offerCity.lon}`}
                variant={isSameCity(offerCity, city) ? 'brand' : 'ghost'}
                size="small"
                aria-pressed={isSameCity(offerCity, city)}
                onClick={() => {
                  setIsTouched(true);
                  setStoredCity(offerCity);
                }}
              >
                {offerCity.label}
              </Button>
            ))}
          </div>
        </fieldset>
      ) : null}
      <CityPicker
        value={city}
        onChange={(nextCity) => {
          setIsTouched(true);
          setStoredCity(nextCity);
        }}
      />
      {city && hasNoOffers ? (
        <p role="status" className="rounded-md bg-info-soft px-4 py-3 text-sm text-pretty">
          {t('city.noPacks', { city: city.label })}
        </p>
      ) : null}
      <Button
        type="submit"
        fullWidth={fullWidth}
        loading={saving}
        disabled={!city}
        className={fullWidth ? undefined : 'max-sm:w-full sm:justify-self-start'}
      >
        {city ? children : t('city.chooseFirst')}
      </Button>
      <p className="text-xs text-muted">
        {t('city.credit')}{' '}
        <a href="https://www.geonames.org" target="_blank" rel="noreferrer" className="link">
          GeoNames
        </a>
      </p>
    </form>
  );
}

/** Cities are the same by their centre, or by name where the centre is from another source. */
const isSameCity = (a: SelectedCity, b: SelectedCity | null): boolean => {
  if (b === null) return false;
  const maxDegrees = a.label === b.label ? 0.15 : 0.01;
  return Math.abs(a.lat - b.lat) < maxDegrees && Math.abs(a.lon - b.lon) < maxDegrees;
};

interface CityPickerProps {
  value: SelectedCity | null;
  /** Called with null when the field is cleared or its text no longer matches the selected city. */
  onChange: (city: SelectedCity | null) => void;
}

export function CityPicker({ value, onChange }: CityPickerProps) {
  const { t } = useTranslation('geo');
  const [typedText, setTypedText] = useState('');
  const searchText = value?.label ?? typedText;
  const search = useDebouncedSearch(value ? '' : searchText, citiesQuery);
  return (
    <SearchBox<CityMatch>
      label={t('city.label')}
      hint={t('city.hint')}
      placeholder={t('city.placeholder')}
      searchText={searchText}
      onSearchTextChange={(text) => {
        setTypedText(text);
        if (value && text !== value.label) onChange(null);
      }}
      clearLabel={t('city.clear')}
      onClear={() => {
        setTypedText('');
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
        setTypedText(label);
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
