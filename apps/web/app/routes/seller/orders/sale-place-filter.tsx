import { IconBuildingStore } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { SalePlace } from '../../../features/sale-places/sale-places.api.ts';
import { writeStored } from '../../../lib/storage/storage.ts';
import { Select } from '../../../ui/form/select.tsx';
import { SalePlaceOptions } from '../sale-place-picker.tsx';

interface Props {
  salePlace: SalePlace;
  salePlaces: readonly SalePlace[];
  isAllSalePlaces: boolean;
  onAllSalePlacesChange: (isAllSalePlaces: boolean) => void;
}

/** One sale place or all of them; renders nothing with a single one. */
export function SalePlaceFilter({ salePlace, salePlaces, isAllSalePlaces, onAllSalePlacesChange }: Props) {
  const { t } = useTranslation('seller');
  if (salePlaces.length < 2) return null;
  return (
    <Select
      label={t('today.place')}
      hideLabel
      variant="pill"
      icon={<IconBuildingStore />}
      value={isAllSalePlaces ? '' : salePlace.id}
      onChange={({ currentTarget: { value } }) => {
        onAllSalePlacesChange(value === '');
        if (value) writeStored('sellerPlace', Number(value));
      }}
      className="min-w-0 max-sm:flex-1 sm:max-w-64"
    >
      <option value="">{t('orders.allPlaces')}</option>
      <SalePlaceOptions salePlaces={salePlaces} />
    </Select>
  );
}
