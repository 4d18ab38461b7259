import { useTranslation } from 'react-i18next';
import type { MyProduct } from '../../../modules/packs/packs.api.ts';
import type { SalePlace } from '../../../modules/sale-places/sale-places.api.ts';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { PlaceOptions } from '../place-options.tsx';
import { ranges, type SalesRange } from './use-sales-range.ts';

interface Props {
  range: SalesRange;
  places: readonly SalePlace[];
  packs: readonly MyProduct[];
}

/** Which days, which place, which pack. */
export function SaleControls({ range, places, packs }: Props) {
  const { t } = useTranslation('sales');
  const { name, from, to, placeId, productId, set } = range;
  const choosable = packs.filter((pack) => placeId === null || pack.sale_place_id === placeId);
  const own = (days: { from?: string; to?: string }) => set({ range: 'own', from, to, ...days });
  return (
    <div className="grid gap-2 sm:flex sm:flex-wrap sm:items-end sm:gap-3 print:hidden">
      <Select
        label={t('range')}
        hideLabel
        look="pill"
        value={name}
        onChange={({ target }) =>
          target.value === 'own' ? own({}) : set({ range: target.value, from: null, to: null })
        }
      >
        {ranges.map((one) => (
          <option key={one} value={one}>
            {t(`ranges.${one}`)}
          </option>
        ))}
      </Select>
      {name === 'own' ? (
        <div className="grid grid-cols-2 gap-2 sm:flex sm:gap-3">
          <Day label={t('from')} value={from} max={to} onChange={(day) => own({ from: day })} />
          <Day label={t('to')} value={to} min={from} onChange={(day) => own({ to: day })} />
        </div>
      ) : null}
      {places.length > 1 ? (
        <Select
          label={t('place')}
          hideLabel
          look="pill"
          value={placeId ?? ''}
          onChange={({ target }) => set({ place: target.value || null, pack: null })}
          className="min-w-0 sm:max-w-60"
        >
          <option value="">{t('allPlaces')}</option>
          <PlaceOptions places={places} />
        </Select>
      ) : null}
      {choosable.length > 1 ? (
        <Select
          label={t('pack')}
          hideLabel
          look="pill"
          value={productId ?? ''}
          onChange={({ target }) => set({ pack: target.value || null })}
          className="min-w-0 sm:max-w-60"
        >
          <option value="">{t('allPacks')}</option>
          {placeId === null && places.length > 1 ? (
            // Many venues sell packs of the same name.
            places.map(({ id, name: place }) => (
              <optgroup key={id} label={place}>
                <PackOptions packs={choosable.filter((pack) => pack.sale_place_id === id)} />
              </optgroup>
            ))
          ) : (
            <PackOptions packs={choosable} />
          )}
        </Select>
      ) : null}
    </div>
  );
}

const PackOptions = ({ packs }: Pick<Props, 'packs'>) =>
  packs.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));

interface DayProps {
  label: string;
  value: string;
  min?: string;
  max?: string;
  onChange: (day: string) => void;
}

/** A date is taken only once it is whole. */
const Day = ({ onChange, ...day }: DayProps) => (
  <Field
    type="date"
    {...day}
    required
    hideLabel
    look="search"
    inputClassName="h-12! font-semibold"
    onChange={({ target }) => {
      if (target.value) onChange(target.value);
    }}
  />
);
