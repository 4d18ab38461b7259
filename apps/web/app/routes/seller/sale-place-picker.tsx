import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '@wopack/ui/button.tsx';
import { EmptyState, ErrorState } from '@wopack/ui/feedback/states.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { mySalePlacesQuery, type SalePlace } from '../../features/sale-places/sale-places.api.ts';
import { useChosenSalePlaces } from '../../lib/data/chosen-sale-places.ts';
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

interface WithSalePlaceProps {
  /** Heading of the states without a sale place. */
  title: string;
  fallback: ReactNode;
  children: (salePlace: SalePlace, salePlaces: readonly SalePlace[]) => ReactNode;
}

/** A seller page about sale places: the first of those chosen, else the first. Without any, a link to register. */
export function WithSalePlace({ title, fallback, children }: WithSalePlaceProps) {
  const { t, i18n } = useTranslation('seller');
  const query = useQuery(mySalePlacesQuery(i18n.language));
  const { data: salePlaces, isFetching } = query;
  const [salePlace] = useChosenSalePlaces(salePlaces ?? []).chosen;
  if (salePlaces && salePlace) return children(salePlace, salePlaces);
  const heading = <h1 className="d2">{title}</h1>;
  // An empty list that is fetched again may be from before the first registration.
  if (salePlaces && !isFetching) {
    return (
      <>
        {heading}
        <EmptyState
          mood="asleep"
          title={t('today.emptyTitle')}
          action={
            <ButtonLink to={paths.sellerQuickStart}>
              {hasRegistration() ? t('today.resume') : t('today.register')}
            </ButtonLink>
          }
        >
          {t('today.emptyText')}
        </EmptyState>
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
