import { offerDays } from '@wopack/contract/vocabulary';
import { cn } from '@wopack/ui/cn.ts';
import { controlVariants } from '@wopack/ui/form/control-variants.ts';
import { IconArrowsSort, IconChevronDown, IconClock } from '@wopack/ui/icons';
import type { Icon } from '@wopack/ui/icons/create-icon.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type OfferDay, type OfferFilters, type OfferOrder, offerOrders } from './offer-filters.ts';
import type { UserLocation } from './user-location.tsx';

interface OfferSelectsProps {
  filters: OfferFilters;
  userLocation: UserLocation;
  /** Without a box, beside a heading or above the map. */
  plain?: boolean;
  /** Set on each select, not around them. */
  className?: string;
}

/** Pickup time and order. */
export function OfferSelects({ filters, userLocation, plain, className }: OfferSelectsProps) {
  const originSort = userLocation.position ? 'me' : 'center';
  return (
    <>
      <DaySelect plain={plain} className={className} value={filters.day} onChange={filters.setDay} />
      <OrderSelect
        plain={plain}
        className={className}
        value={filters.order ?? originSort}
        onChange={(next) => {
          if (next !== 'center' && next !== 'me') return filters.setOrder(next);
          if (filters.order) filters.setOrder(null);
          if (next === originSort) return;
          if (next === 'me') void userLocation.requestLocation();
          else userLocation.clearPosition();
        }}
      />
    </>
  );
}

type OfferSort = 'center' | 'me';

interface OrderSelectProps {
  value: OfferSort | OfferOrder;
  onChange: (order: OfferSort | OfferOrder) => void;
  plain?: boolean | undefined;
  className?: string | undefined;
}

/** The orders of the list: by distance, or one of the others among what is near. */
function OrderSelect({ value, onChange, ...layout }: OrderSelectProps) {
  const { t } = useTranslation('offers');
  const change = (next: string) =>
    onChange(offerOrders.find((order) => order === next) ?? (next === 'me' ? 'me' : 'center'));
  return (
    <FilterSelect label={t('order')} {...layout} value={value} icon={IconArrowsSort} onChange={change}>
      <option value="center">{t('sortCenter')}</option>
      <option value="me">{t('sortMe')}</option>
      {offerOrders.map((order) => (
        <option key={order} value={order}>
          {t(`orders.${order}`)}
        </option>
      ))}
    </FilterSelect>
  );
}

interface DaySelectProps {
  value: OfferDay | null;
  onChange: (day: OfferDay | null) => void;
  plain?: boolean | undefined;
  className?: string | undefined;
}

function DaySelect({ value, onChange, ...layout }: DaySelectProps) {
  const { t } = useTranslation('offers');
  return (
    <FilterSelect
      label={t('day')}
      {...layout}
      value={value ?? ''}
      icon={IconClock}
      onChange={(next) => onChange(offerDays.find((day) => day === next) ?? null)}
    >
      <option value="">{t('anyDay')}</option>
      {offerDays.map((day) => (
        <option key={day} value={day}>
          {t(`days.${day}`)}
        </option>
      ))}
    </FilterSelect>
  );
}

interface FilterSelectProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  icon: Icon;
  /** Without a box, beside the heading on phones. */
  plain?: boolean | undefined;
  className?: string | undefined;
  /** `<option>` elements. */
  children: ReactNode;
}

function FilterSelect({
  label,
  value,
  onChange,
  icon: FilterIcon,
  plain,
  className,
  children,
}: FilterSelectProps) {
  return (
    <label className={cn('relative items-center', plain ? '-mr-1 inline-flex min-h-11' : 'grid', className)}>
      <span className="sr-only">{label}</span>
      <FilterIcon
        className={cn('pointer-events-none absolute', plain ? 'left-0 size-[18px]' : 'left-4 size-5')}
        aria-hidden="true"
        stroke={2}
      />
      <select
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={
          plain
            ? 'field-sizing-content min-h-11 appearance-none rounded-xs bg-transparent pr-1 pl-6 text-right text-sm font-semibold'
            : cn(
                controlVariants({ variant: 'quiet' }),
                'field-sizing-content h-12 w-auto! appearance-none truncate pr-11 pl-11 font-semibold',
              )
        }
      >
        {children}
      </select>
      {plain ? null : <IconChevronDown className="pointer-events-none absolute right-4 size-5 text-muted" />}
    </label>
  );
}
