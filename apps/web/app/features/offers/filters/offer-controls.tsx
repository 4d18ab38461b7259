import { useQuery } from '@tanstack/react-query';
import { cn } from '@wopack/ui/cn.ts';
import { Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { SegmentedControl } from '@wopack/ui/form/choice/segmented-control.tsx';
import { controlVariants } from '@wopack/ui/form/control-variants.ts';
import { IconArrowsSort, IconChevronDown, IconClock, IconList, IconMap2 } from '@wopack/ui/icons';
import type { Icon } from '@wopack/ui/icons/create-icon.ts';
import { type ReactNode, useCallback, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useIsWideScreen } from '../../../lib/browser/use-media-query.ts';
import { productTypesQuery } from '../../../lib/data/shared-queries.ts';
import { useStored } from '../../../lib/storage/storage.ts';
import { FoodIcon } from '../../../ui/images/food-icon.tsx';
import {
  type OfferDay,
  type OfferFilters,
  type OfferOrder,
  offerDays,
  offerOrders,
} from './offer-filters.ts';
import { OfferSearchBox } from './offer-search-box.tsx';
import type { UserLocation } from './user-location.tsx';
import { LocateButton, LocateNote } from './user-location.tsx';

interface Props {
  filters: OfferFilters;
  userLocation: UserLocation;
  /** Heading of the list; phones show it beside the order. */
  heading?: string;
}

export function OfferControls({ filters, userLocation, heading }: Props) {
  const { t } = useTranslation('offers');
  const isWide = useIsWideScreen();
  const selects = <OfferSelects plain={!isWide} {...{ filters, userLocation }} />;
  return (
    <section aria-label={t('controls')}>
      <div className="mb-2 flex items-center justify-between gap-2 sm:mb-3 sm:gap-3">
        <OfferSearchBox
          value={filters.text}
          onChange={filters.setText}
          className="min-w-0 flex-1 sm:max-w-[380px]"
        />
        {isWide ? (
          <div className="flex items-center gap-3">
            {selects}
            <ViewToggle />
          </div>
        ) : (
          <LocateButton userLocation={userLocation} className="size-13" />
        )}
      </div>
      <TypeChips value={filters.type} onChange={filters.setType} />
      {isWide ? null : (
        <div className="flex flex-wrap items-center justify-between gap-x-3 pt-2">
          {heading ? <h1 className="h2">{heading}</h1> : null}
          <div className="flex flex-wrap items-center gap-x-3">{selects}</div>
        </div>
      )}
      <LocateNote userLocation={userLocation} />
    </section>
  );
}

interface OfferSelectsProps {
  filters: OfferFilters;
  userLocation: UserLocation;
  /** Without a box, beside a heading or above the map. */
  plain?: boolean;
  /** Of each select. */
  className?: string;
}

/** Pickup time and order. */
export function OfferSelects({ filters, userLocation, plain, className }: OfferSelectsProps) {
  const originSort = userLocation.position ? 'me' : 'center';
  return (
    <>
      <DaySelect {...{ plain, className }} value={filters.day} onChange={filters.setDay} />
      <OrderSelect
        {...{ plain, className }}
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
                'h-12 appearance-none truncate pr-11 pl-11 font-semibold',
              )
        }
      >
        {children}
      </select>
      {plain ? null : (
        <IconChevronDown
          className="pointer-events-none absolute right-4 size-5 text-muted"
          aria-hidden="true"
        />
      )}
    </label>
  );
}

interface TypeChipsProps {
  /** Id of the selected type; 0 is 'All'. */
  value: number;
  onChange: (id: number) => void;
  /** Wraps the chips; else they scroll in one row. */
  wrap?: boolean;
  /** Raised above the map. */
  raised?: boolean;
}

/** Radio buttons in the shape of chips. */
export function TypeChips({ value, onChange, wrap = true, raised = false }: TypeChipsProps) {
  const { t, i18n } = useTranslation('offers');
  const { data: productTypes, isPending } = useQuery(productTypesQuery(i18n.language));
  const groupName = useId();
  const renderChip = (id: number, label: string, icon?: ReactNode) => (
    <label
      key={id}
      className={cn(
        raised ? 'bg-raised shadow-resting' : 'bg-panel',
        'relative inline-flex min-h-11 shrink-0 items-center gap-2 rounded-full px-4 text-[.9375rem] font-semibold whitespace-nowrap has-checked:bg-primary has-checked:text-on-primary has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus has-[img]:pl-3',
      )}
    >
      <input
        type="radio"
        name={groupName}
        className="sr-only"
        checked={value === id}
        onChange={() => onChange(id)}
      />
      {icon}
      {label}
    </label>
  );
  return (
    <fieldset className="-mx-(--gutter) min-w-0">
      <legend className="sr-only">{t('types')}</legend>
      <div
        className={cn(
          'flex gap-2 overflow-x-auto px-(--gutter) py-1.5 [scrollbar-width:none]',
          wrap && 'lg:flex-wrap',
        )}
      >
        {renderChip(0, t('all'))}
        {productTypes?.map((type) => renderChip(type.id, type.name, <FoodIcon slug={type.slug} />))}
        {isPending
          ? ['w-28', 'w-32', 'w-30'].map((width) => (
              <Skeleton key={width} className={cn('h-11 shrink-0 rounded-full', width)} />
            ))
          : null}
      </div>
    </fieldset>
  );
}

export function ViewToggle({ className }: { className?: string }) {
  const { t } = useTranslation('offers');
  const [view, setView] = useOffersView();
  return (
    <SegmentedControl
      isCompact
      legend={t('view.legend')}
      value={view}
      onChange={setView}
      className={className}
      options={[
        { value: 'list', label: t('view.list'), icon: <IconList aria-hidden="true" /> },
        { value: 'map', label: t('view.map'), icon: <IconMap2 aria-hidden="true" /> },
      ]}
    />
  );
}

type View = 'list' | 'map';

/** The view stored last; a URL that names a sale place on the map shows the map. */
export function useOffersView() {
  const [storedView, setStoredView] = useStored('offersView');
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const isSalePlaceRequested = new URLSearchParams(search).has('place');
  const selectView = useCallback(
    (view: View) => {
      setStoredView(view);
      if (isSalePlaceRequested) void navigate(pathname, { replace: true });
    },
    [setStoredView, isSalePlaceRequested, navigate, pathname],
  );
  return [isSalePlaceRequested || storedView === 'map' ? 'map' : 'list', selectView] as const;
}
