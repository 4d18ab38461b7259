import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { EmptyState, ErrorState } from '@wopack/ui/feedback/states.tsx';
import { Select } from '@wopack/ui/form/select.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { mySalePlacesQuery, type SalePlace } from '../../features/sale-places/sale-places.api.ts';
import { useChosenSalePlaces } from '../../lib/data/chosen-sale-places.ts';
import { useMemberRights } from '../../lib/data/shared-queries.ts';
import { createNameComparator } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { hasRegistration } from '../../lib/storage/registration.ts';

/** The seller's sale places by name: some sellers have dozens. */
export function SalePlaceOptions({ salePlaces }: { salePlaces: readonly SalePlace[] }) {
  const { i18n } = useTranslation();
  return salePlaces.toSorted(createNameComparator(i18n.language)).map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
}

interface FilterProps {
  label: string;
  /** Names the choice of all of them. */
  allLabel: string;
  value: number | null;
  onChange: (salePlaceId: number | null) => void;
  salePlaces: readonly SalePlace[];
}

/** One sale place or all, of one list; renders nothing with a single one. */
export function SalePlaceFilter({ label, allLabel, value, onChange, salePlaces }: FilterProps) {
  if (salePlaces.length < 2) return null;
  return (
    <Select
      label={label}
      hideLabel
      variant="pill"
      value={value ?? ''}
      onChange={({ target }) => onChange(Number(target.value) || null)}
      className="max-w-full"
    >
      <option value="">{allLabel}</option>
      <SalePlaceOptions salePlaces={salePlaces} />
    </Select>
  );
}

interface WithSalePlaceProps {
  /** Heading of the states without a sale place. */
  title: string;
  /** Below the heading. */
  tabs?: ReactNode;
  fallback: ReactNode;
  children: (salePlace: SalePlace, salePlaces: readonly SalePlace[]) => ReactNode;
}

/** Instead of what needs a sale place: whoever may register the first one gets there. */
export function NoSalePlace() {
  const { t } = useTranslation('seller');
  const { can } = useMemberRights();
  const canRegister = can('sale_places.manage');
  return (
    <EmptyState
      mood="asleep"
      title={t('today.emptyTitle')}
      action={
        canRegister ? (
          <ButtonLink to={paths.sellerQuickStart}>
            {hasRegistration() ? t('today.resume') : t('today.register')}
          </ButtonLink>
        ) : null
      }
    >
      {t(canRegister ? 'today.emptyText' : 'today.memberEmptyText')}
    </EmptyState>
  );
}

/** A seller page about sale places: the first of those chosen, else the first. Without any, a link to register. */
export function WithSalePlace({ title, tabs, fallback, children }: WithSalePlaceProps) {
  const { t, i18n } = useTranslation('seller');
  const query = useQuery(mySalePlacesQuery(i18n.language));
  const { data: salePlaces, isFetching } = query;
  const [salePlace] = useChosenSalePlaces(salePlaces ?? []).chosen;
  if (salePlaces && salePlace) return children(salePlace, salePlaces);
  const heading = (
    <>
      <h1 className={cn('d2', tabs && 'mb-3')}>{title}</h1>
      {tabs}
    </>
  );
  // An empty list that is fetched again may be from before the first registration.
  if (salePlaces && !isFetching) {
    return (
      <>
        {heading}
        <NoSalePlace />
      </>
    );
  }
  return (
    <>
      {heading}
      {query.error ? <ErrorState query={query} reassurance={t('safe')} /> : fallback}
    </>
  );
}
