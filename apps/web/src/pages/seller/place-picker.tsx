import { IconBuildingStore } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { write } from '../../lib/storage.ts';
import type { SalePlace } from '../../modules/sale-places/sale-places.api.ts';
import { Select } from '../../ui/select.tsx';
import { PlaceOptions } from './place-options.tsx';

interface Props {
  place: SalePlace;
  places: readonly SalePlace[];
  className?: string;
}

/** Which venue the page is about; remembered. Nothing to choose with a single one. */
export function PlacePicker({ place, places, className }: Props) {
  const { t } = useTranslation('seller');
  if (places.length < 2) return null;
  return (
    <Select
      label={t('today.place')}
      hideLabel
      look="pill"
      icon={<IconBuildingStore />}
      value={place.id}
      onChange={(event) => write('sellerPlace', Number(event.target.value))}
      className={className}
    >
      <PlaceOptions places={places} />
    </Select>
  );
}
