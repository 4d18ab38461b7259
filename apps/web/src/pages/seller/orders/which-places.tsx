import { IconBuildingStore } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { write } from '../../../lib/storage.ts';
import type { SalePlace } from '../../../modules/sale-places/sale-places.api.ts';
import { Select } from '../../../ui/select.tsx';
import { PlaceOptions } from '../place-options.tsx';

interface Props {
  place: SalePlace;
  places: readonly SalePlace[];
  everywhere: boolean;
  onEverywhere: (everywhere: boolean) => void;
}

/** One venue or all of them; nothing to choose with a single one. */
export function WhichPlaces({ place, places, everywhere, onEverywhere }: Props) {
  const { t } = useTranslation('seller');
  if (places.length < 2) return null;
  return (
    <Select
      label={t('today.place')}
      hideLabel
      look="pill"
      icon={<IconBuildingStore />}
      value={everywhere ? '' : place.id}
      onChange={({ currentTarget: { value } }) => {
        onEverywhere(value === '');
        if (value) write('sellerPlace', Number(value));
      }}
      className="min-w-0 max-sm:flex-1 sm:max-w-64"
    >
      <option value="">{t('orders.allPlaces')}</option>
      <PlaceOptions places={places} />
    </Select>
  );
}
