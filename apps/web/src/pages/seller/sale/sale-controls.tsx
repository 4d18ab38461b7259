import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { MyProduct } from '../../../modules/products/products.api.ts';
import type { SalePlace } from '../../../modules/sale-places/sale-places.api.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { PlaceOptions } from '../place-options.tsx';
import { ranges, type SalesRange } from './use-sales-range.ts';

interface Props {
  range: SalesRange;
  places: readonly SalePlace[];
  packs: readonly MyProduct[];
  /** What the server says of the days. */
  problems?: { from?: string | undefined; to?: string | undefined };
}

/** Which days, which place, which pack. */
export function SaleControls({ range, places, packs, problems = {} }: Props) {
  const { t } = useTranslation('sales');
  const { name, from, to, placeId, productId, set } = range;
  const choosable = packs.filter((pack) => placeId === null || pack.sale_place_id === placeId);
  return (
    <div className="grid gap-2 sm:flex sm:flex-wrap sm:items-start sm:gap-3 print:hidden">
      <Select
        label={t('range')}
        hideLabel
        look="pill"
        value={name}
        onChange={({ target }) => {
          const range = ranges.find((one) => one === target.value)!;
          void set(range === 'own' ? { range, from, to } : { range, from: null, to: null });
        }}
      >
        {ranges.map((one) => (
          <option key={one} value={one}>
            {t(`ranges.${one}`)}
          </option>
        ))}
      </Select>
      {name === 'own' ? (
        <div className="grid grid-cols-2 gap-2 sm:flex sm:gap-3">
          <Day
            label={t('from')}
            value={from}
            max={to}
            error={problems.from}
            onDay={(day) => void set({ from: day })}
          />
          <Day
            label={t('to')}
            value={to}
            min={from}
            error={problems.to}
            onDay={(day) => void set({ to: day })}
          />
        </div>
      ) : null}
      {places.length > 1 ? (
        <Select
          label={t('place')}
          hideLabel
          look="pill"
          value={placeId ?? ''}
          onChange={({ target }) => void set({ place: Number(target.value) || null, pack: null })}
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
          onChange={({ target }) => void set({ pack: Number(target.value) || null })}
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

type DayProps = Pick<ComponentProps<typeof DateField>, 'label' | 'value' | 'min' | 'max' | 'error' | 'onDay'>;

const Day = (day: DayProps) => (
  <DateField {...day} required hideLabel look="search" inputClassName="h-12! font-semibold" />
);
