import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { byName } from '../../lib/by-name.ts';
import { FoodIcon } from '../../ui/food-icon.tsx';
import { Select } from '../../ui/select.tsx';
import type { SalePlace } from './sale-places.api.ts';

/** As many fit a phone's screen; more are chosen from a list that opens. */
const ROWS = 6;

interface Props {
  places: readonly SalePlace[];
  /** Null: another place. */
  value: number | null;
  onChange: (place: SalePlace | null) => void;
}

/** One of the seller's places, or another one. */
export function MyPlaceChoice({ places, value, onChange }: Props) {
  const { t } = useTranslation('seller');
  const name = useId();
  if (places.length > ROWS) return <LongChoice places={places} value={value} onChange={onChange} />;
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2.5">
      <legend className="mb-2.5 text-sm font-semibold">{t('place.which')}</legend>
      {places.map((place) => (
        <label key={place.id} className={row}>
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={value === place.id}
            onChange={() => onChange(place)}
          />
          <FoodIcon slug={place.categories[0]?.slug ?? ''} className="size-9" />
          <span className="min-w-0">
            <b className="block truncate">{place.name}</b>
            <span className="block truncate text-sm opacity-80">{place.address}</span>
          </span>
        </label>
      ))}
      <label className={row}>
        <input
          type="radio"
          name={name}
          className="sr-only"
          checked={value === null}
          onChange={() => onChange(null)}
        />
        <b>{t('place.another')}</b>
      </label>
    </fieldset>
  );
}

/** Dozens of them in the system's own picker; the address of the chosen one below. */
function LongChoice({ places, value, onChange }: Props) {
  const { t, i18n } = useTranslation('seller');
  const find = (id: number | null) => places.find((place) => place.id === id) ?? null;
  return (
    <Select
      label={t('place.which')}
      hint={find(value)?.address}
      value={value ?? ''}
      onChange={({ target }) => onChange(find(Number(target.value)))}
    >
      <option value="">{t('place.another')}</option>
      {places.toSorted(byName(i18n.language)).map((place) => (
        <option key={place.id} value={place.id}>
          {place.name}
        </option>
      ))}
    </Select>
  );
}

const row =
  'flex min-h-14 items-center gap-3.5 rounded-md px-4 py-2.5 inset-ring-[1.5px] inset-ring-line-strong hover:bg-quiet has-checked:on-yellow has-checked:bg-brand has-checked:text-on-brand has-checked:inset-ring-2 has-checked:inset-ring-on-brand has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus';
