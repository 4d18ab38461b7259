import { useTranslation } from 'react-i18next';
import type { SalePlace } from '../../features/sale-places/sale-places.api.ts';
import { createNameComparator } from '../../lib/i18n/name-comparator.ts';

/** The seller's venues to choose from, by name: some have dozens. */
export function SalePlaceOptions({ salePlaces }: { salePlaces: readonly SalePlace[] }) {
  const { i18n } = useTranslation();
  return salePlaces.toSorted(createNameComparator(i18n.language)).map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
}
