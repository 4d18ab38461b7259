import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { createNameComparator } from '../../lib/i18n/name-comparator.ts';
import { Select } from '../../ui/form/select.tsx';
import { FoodIcon } from '../../ui/images/food-icon.tsx';
import type { SalePlace } from './sale-places.api.ts';

/** As many fit a phone's screen; more are chosen from a list that opens. */
const MAX_RADIO_OPTIONS = 6;

interface Props {
  salePlaces: readonly SalePlace[];
  /** Null: another place. */
  value: number | null;
  onChange: (salePlace: SalePlace | null) => void;
}

/** One of the seller's places, or another one. */
export function SalePlaceChoice({ salePlaces, value, onChange }: Props) {
  const { t } = useTranslation('seller');
  const groupName = useId();
  if (salePlaces.length > MAX_RADIO_OPTIONS)
    return <SalePlaceSelect salePlaces={salePlaces} value={value} onChange={onChange} />;
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2.5">
      <legend className="mb-2.5 text-sm font-semibold">{t('place.which')}</legend>
      {salePlaces.map((salePlace) => (
        <label key={salePlace.id} className={optionClass}>
          <input
            type="radio"
            name={groupName}
            className="sr-only"
            checked={value === salePlace.id}
            onChange={() => onChange(salePlace)}
          />
          <FoodIcon slug={salePlace.categories[0]?.slug ?? ''} className="size-9" />
          <span className="min-w-0">
            <b className="block truncate">{salePlace.name}</b>
            <span className="block truncate text-sm opacity-80">{salePlace.address}</span>
          </span>
        </label>
      ))}
      <label className={optionClass}>
        <input
          type="radio"
          name={groupName}
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
function SalePlaceSelect({ salePlaces, value, onChange }: Props) {
  const { t, i18n } = useTranslation('seller');
  const findSalePlace = (id: number | null) => salePlaces.find((salePlace) => salePlace.id === id) ?? null;
  return (
    <Select
      label={t('place.which')}
      hint={findSalePlace(value)?.address}
      value={value ?? ''}
      onChange={({ target }) => onChange(findSalePlace(Number(target.value)))}
    >
      <option value="">{t('place.another')}</option>
      {salePlaces.toSorted(createNameComparator(i18n.language)).map((salePlace) => (
        <option key={salePlace.id} value={salePlace.id}>
          {salePlace.name}
        </option>
      ))}
    </Select>
  );
}

const optionClass =
  'flex min-h-14 items-center gap-3.5 rounded-md px-4 py-2.5 inset-ring-[1.5px] inset-ring-line-strong hover:bg-quiet has-checked:on-brand has-checked:bg-brand has-checked:text-on-brand has-checked:inset-ring-2 has-checked:inset-ring-on-brand has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus';
