import { Autocomplete } from '@base-ui/react/autocomplete';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SelectedCity } from '../../lib/stored-values.ts';
import { controlClass, FieldFrame } from '../../ui/field-frame.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { CityStatus } from './city-status.tsx';
import type { FoundCity } from './geo.api.ts';
import { useCitySearch } from './use-city-search.ts';

interface Props {
  value: SelectedCity | null;
  /** Null when the field was cleared, or says something else by now. */
  onChange: (city: SelectedCity | null) => void;
}

/** Type to search, from three letters on; the arrow keys and Enter, or a tap, choose. */
export function CityPicker({ value, onChange }: Props) {
  const { t } = useTranslation('geo');
  const [typed, setTyped] = useState(value?.label ?? '');
  const search = useCitySearch(value ? '' : typed);
  const choose = ({ label, lat, lon }: FoundCity) => {
    setTyped(label);
    onChange({ label, lat, lon });
  };
  const type = (text: string) => {
    setTyped(text);
    if (value && text !== value.label) onChange(null);
  };
  return (
    <Autocomplete.Root<FoundCity>
      inline
      open={search.enough}
      items={search.cities}
      filter={null}
      autoHighlight
      value={typed}
      onValueChange={(text, { reason }) => reason !== 'item-press' && type(text)}
      itemToStringValue={({ label }) => label}
    >
      <div className="grid gap-2">
        <FieldFrame label={t('city.label')} hint={search.enough ? undefined : t('city.hint')}>
          {(control) => (
            <div className="relative grid items-center">
              <IconSearch className="pointer-events-none absolute left-4 size-5 text-2" aria-hidden="true" />
              <Autocomplete.Input
                {...control}
                placeholder={t('city.placeholder')}
                enterKeyHint="search"
                maxLength={100}
                className={`${controlClass('box')} h-[52px] pr-14 pl-[46px]`}
              />
              {typed ? (
                <IconButton
                  look="plain"
                  label={t('city.clear')}
                  className="absolute right-1"
                  onClick={() => {
                    setTyped('');
                    onChange(null);
                  }}
                >
                  <IconX aria-hidden="true" />
                </IconButton>
              ) : null}
            </div>
          )}
        </FieldFrame>
        <Autocomplete.Status className="empty:hidden">
          {search.enough ? <CityStatus search={search} text={typed.trim()} /> : null}
        </Autocomplete.Status>
        <Autocomplete.List
          aria-label={t('city.list')}
          className="overflow-hidden rounded-lg bg-quiet-2 not-empty:py-1.5 outline-none"
        >
          {(city: FoundCity) => (
            <Autocomplete.Item
              key={`${city.lat},${city.lon}`}
              value={city}
              onClick={() => choose(city)}
              className="grid min-h-13 cursor-pointer content-center px-4 py-1.5 leading-5 outline-none data-highlighted:bg-brand-soft"
            >
              <span className="font-semibold">{city.label}</span>
              <span className="text-[.8125rem] text-2">{city.region}</span>
            </Autocomplete.Item>
          )}
        </Autocomplete.List>
      </div>
    </Autocomplete.Root>
  );
}
