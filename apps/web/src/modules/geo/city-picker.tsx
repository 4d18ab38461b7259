import { Combobox } from '@base-ui/react/combobox';
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
  /** Null when the field was cleared. */
  onChange: (city: SelectedCity | null) => void;
}

const isSame = (a: SelectedCity, b: SelectedCity) => a.lat === b.lat && a.lon === b.lon;

/** Type to search, from three letters on; the arrow keys and Enter, or a tap, choose. */
export function CityPicker({ value, onChange }: Props) {
  const { t } = useTranslation('geo');
  const [typed, setTyped] = useState(value?.label ?? '');
  const [open, setOpen] = useState(false);
  const chosen = value !== null && typed === value.label;
  const search = useCitySearch(chosen ? '' : typed);
  return (
    <Combobox.Root<SelectedCity>
      items={search.cities}
      filter={null}
      autoHighlight
      value={value}
      onValueChange={(city) => onChange(city && { label: city.label, lat: city.lat, lon: city.lon })}
      inputValue={typed}
      onInputValueChange={setTyped}
      itemToStringLabel={({ label }) => label}
      isItemEqualToValue={isSame}
      open={open && search.enough}
      onOpenChange={setOpen}
    >
      <FieldFrame label={t('city.label')} hint={t('city.hint')}>
        {(control) => (
          <Combobox.InputGroup className="relative grid items-center">
            <IconSearch className="pointer-events-none absolute left-4 size-5 text-2" aria-hidden="true" />
            <Combobox.Input
              {...control}
              placeholder={t('city.placeholder')}
              autoComplete="off"
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
          </Combobox.InputGroup>
        )}
      </FieldFrame>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={6} className="z-50 outline-none">
          <Combobox.Popup className="on-raised max-h-[min(var(--available-height),24rem)] w-(--anchor-width) overflow-y-auto overscroll-contain rounded-lg bg-raised py-1.5 shadow-3">
            <Combobox.Status className="empty:hidden">
              <CityStatus search={search} text={typed.trim()} />
            </Combobox.Status>
            <Combobox.List>
              {(city: FoundCity) => (
                <Combobox.Item
                  key={`${city.lat},${city.lon}`}
                  value={city}
                  className="grid min-h-13 cursor-pointer content-center px-4 py-1.5 leading-5 outline-none data-highlighted:bg-quiet"
                >
                  <span className="font-semibold">{city.label}</span>
                  <span className="text-[.8125rem] text-2">{city.address}</span>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
