import { IconBuildingStore } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { SalePlace } from '../../features/sale-places/sale-places.api.ts';
import { writeStored } from '../../lib/storage/storage.ts';
import { Select } from '../../ui/form/select.tsx';
import { SalePlaceOptions } from './sale-place-options.tsx';

interface Props {
  salePlace: SalePlace;
  salePlaces: readonly SalePlace[];
  className?: string;
}

/** Which venue the page is about; remembered. Nothing to choose with a single one. */
export function SalePlacePicker({ salePlace, salePlaces, className }: Props) {
  const { t } = useTranslation('seller');
  if (salePlaces.length < 2) return null;
  return (
    <Select
      label={t('today.place')}
      hideLabel
      variant="pill"
      icon={<IconBuildingStore />}
      value={salePlace.id}
      onChange={(event) => writeStored('sellerPlace', Number(event.target.value))}
      className={className}
    >
      <SalePlaceOptions salePlaces={salePlaces} />
    </Select>
  );
}
