import { useTranslation } from 'react-i18next';
import { byName } from '../../lib/by-name.ts';
import type { SalePlace } from '../../modules/sale-places/sale-places.api.ts';

/** The seller's venues to choose from, by name: some have dozens. */
export function PlaceOptions({ places }: { places: readonly SalePlace[] }) {
  const { i18n } = useTranslation();
  return places.toSorted(byName(i18n.language)).map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
}
