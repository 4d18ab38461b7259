import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStored } from '../../lib/storage/storage.ts';
import type { SelectedCity } from '../../lib/storage/stored-values.ts';
import { Button } from '../../ui/button.tsx';
import { CityPicker } from './city-picker.tsx';

interface Props {
  /** City of the account, chosen until another one is. */
  current?: SelectedCity | null;
  /** Does nothing while no city is chosen. */
  onSave: (city: SelectedCity) => void;
  saving: boolean;
  /** Of the button. */
  children: ReactNode;
  /** A button as wide as the field at all widths, not only on phones. */
  fullWidth?: boolean;
}

/** Choosing a city and saving it. What is chosen is kept in the browser. */
export function CityForm({ current = null, onSave, saving, children, fullWidth }: Props) {
  const { t } = useTranslation('geo');
  const [storedCity, setStoredCity] = useStored('selectedCity');
  // Whoever clears the field wants it clear, whatever the account says.
  const [isTouched, setIsTouched] = useState(false);
  const city = storedCity ?? (isTouched ? null : current);
  return (
    <form
      noValidate
      className="grid gap-4.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (city && !saving) onSave(city);
      }}
    >
      <CityPicker
        value={city}
        onChange={(nextCity) => {
          setIsTouched(true);
          setStoredCity(nextCity);
        }}
      />
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
