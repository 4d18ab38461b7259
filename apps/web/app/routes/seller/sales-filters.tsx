import { addDays, getMonday } from '@wopack/domain';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { DateField } from '@wopack/ui/form/date-field.tsx';
import { Select } from '@wopack/ui/form/select.tsx';
import { parseAsInteger, parseAsStringLiteral, useQueryStates } from 'nuqs';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { MyProduct } from '../../features/products/products.api.ts';
import type { SalePlace } from '../../features/sale-places/sale-places.api.ts';
import type { SalePlaceChoice } from '../../lib/storage/stored-values.ts';
import { parseAsDateString, urlStateOptions } from '../../lib/storage/url-state.ts';
import { SalePlaceSwitcher } from './sale-place-switcher.tsx';

export const RANGE_NAMES = ['week', 'month', 'lastMonth', 'weeks4', 'weeks12', 'year', 'own'] as const;

type RangeName = (typeof RANGE_NAMES)[number];

const WEEKS_BY_RANGE = { week: 1, weeks4: 4, weeks12: 12, year: 52 } as const;

const QUERY_PARSERS = {
  range: parseAsStringLiteral(RANGE_NAMES).withDefault('weeks4').withOptions({ clearOnDefault: false }),
  from: parseAsDateString,
  to: parseAsDateString,
  place: parseAsInteger,
  pack: parseAsInteger,
};

/** Dates, sale place and product, in the URL, so that Back, reload and bookmarks keep them. */
export function useSalesRange(today: string) {
  const [{ range, from, to, place: salePlaceParam, pack: productParam }, setRange] = useQueryStates(
    QUERY_PARSERS,
    urlStateOptions,
  );
  const customRange = range === 'own' && from !== null && to !== null ? { from, to } : null;
  const preset = range === 'own' ? 'weeks4' : range;
  const dates = customRange ?? getPresetDates(preset, today);
  return {
    name: customRange ? ('own' as const) : preset,
    ...dates,
    salePlaceId: salePlaceParam || null,
    productId: productParam || null,
    setRange,
  };
}

function getPresetDates(preset: Exclude<RangeName, 'own'>, today: string): { from: string; to: string } {
  const firstOfMonth = `${today.slice(0, 8)}01`;
  if (preset === 'month') return { from: firstOfMonth, to: today };
  if (preset === 'lastMonth') {
    const lastDay = addDays(firstOfMonth, -1);
    return { from: `${lastDay.slice(0, 8)}01`, to: lastDay };
  }
  return { from: addDays(getMonday(today), -7 * (WEEKS_BY_RANGE[preset] - 1)), to: today };
}

export type SalesRange = ReturnType<typeof useSalesRange>;

interface Props {
  range: SalesRange;
  /** Between which one chooses. */
  salePlaces: readonly SalePlace[];
  products: readonly MyProduct[];
  choice: { chosen: readonly SalePlace[]; choose: (choice: SalePlaceChoice) => void };
  /** The server's errors on the dates. */
  problems?: { from?: string | undefined; to?: string | undefined };
}

export function SalesFilters({ range, salePlaces, products, choice, problems = {} }: Props) {
  const { t } = useTranslation('sales');
  const { name, from, to, productId, setRange } = range;
  const { chosen, choose } = choice;
  const selectableProducts = products.filter((product) =>
    chosen.some(({ id }) => id === product.sale_place_id),
  );
  return (
    <div className="grid gap-2 sm:flex sm:flex-wrap sm:items-start sm:gap-3 print:hidden">
      <Select
        label={t('range')}
        hideLabel
        variant="pill"
        value={name}
        onChange={({ target }) => {
          const range = RANGE_NAMES.find((option) => option === target.value)!;
          void setRange(range === 'own' ? { range, from, to } : { range, from: null, to: null });
        }}
      >
        {RANGE_NAMES.map((option) => (
          <option key={option} value={option}>
            {t(`ranges.${option}`)}
          </option>
        ))}
      </Select>
      {name === 'own' ? (
        <div className="grid grid-cols-2 gap-2 sm:flex sm:gap-3">
          <RangeDateField
            label={t('from')}
            value={from}
            max={to}
            error={problems.from}
            onDateChange={(date) => void setRange({ from: date })}
          />
          <RangeDateField
            label={t('to')}
            value={to}
            min={from}
            error={problems.to}
            onDateChange={(date) => void setRange({ to: date })}
          />
        </div>
      ) : null}
      <SalePlaceSwitcher
        salePlaces={salePlaces}
        chosen={chosen}
        onChoose={(places) => {
          choose(places);
          void setRange({ place: null, pack: null });
        }}
        className="min-w-0 sm:w-auto sm:max-w-60"
      />
      {selectableProducts.length > 1 ? (
        <Select
          label={t('pack')}
          hideLabel
          variant="pill"
          value={productId ?? ''}
          onChange={({ target }) => void setRange({ pack: Number(target.value) || null })}
          className="min-w-0 sm:max-w-60"
        >
          <option value="">{t('allPacks')}</option>
          {chosen.length > 1 ? (
            // Products of different sale places may have the same name.
            chosen.map(({ id, name: salePlaceName }) => (
              <optgroup key={id} label={salePlaceName}>
                <ProductOptions
                  products={selectableProducts.filter((product) => product.sale_place_id === id)}
                />
              </optgroup>
            ))
          ) : (
            <ProductOptions products={selectableProducts} />
          )}
        </Select>
      ) : null}
    </div>
  );
}

const ProductOptions = ({ products }: Pick<Props, 'products'>) =>
  products.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));

type RangeDateFieldProps = Pick<
  ComponentProps<typeof DateField>,
  'label' | 'value' | 'min' | 'max' | 'error' | 'onDateChange'
>;

const RangeDateField = (props: RangeDateFieldProps) => (
  <DateField {...props} required hideLabel variant="search" inputClassName="h-12! font-semibold" />
);

export const SalesSkeleton = () => (
  <Loading className="grid gap-3.5 sm:gap-5">
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-5">
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} className="h-[110px] rounded-lg" />
      ))}
    </div>
    <Skeleton className="h-[340px] rounded-lg" />
    <Skeleton className="h-[260px] rounded-lg" />
  </Loading>
);
