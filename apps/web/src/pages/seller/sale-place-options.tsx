import { useTranslation } from 'react-i18next';
import { createNameComparator } from '../../lib/name-comparator.ts';
import type { SalePlace } from '../../modules/sale-places/sale-places.api.ts';

/** The seller's venues to choose from, by name: some have dozens. */
export function SalePlaceOptions({ salePlaces }: { salePlaces: readonly SalePlace[] }) {
  const { i18n } = useTranslation();
  return salePlaces.toSorted(createNameComparator(i18n.language)).map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
}
