import { Select } from '@wopack/ui/form/select.tsx';
import { IconBuildingStore } from '@wopack/ui/icons';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HandOutForm } from '../../../features/orders/hand-out/hand-out-form.tsx';
import type { SellerOrder } from '../../../features/orders/seller-orders.api.ts';
import type { SalePlace } from '../../../features/sale-places/sale-places.api.ts';
import { SalePlaceOptions } from '../sale-place-picker.tsx';

interface Props {
  /** At least one. */
  salePlaces: readonly SalePlace[];
  selectedOrder: SellerOrder | null;
  onSelectOrder: (selectedOrder: SellerOrder | null) => void;
  children?: ReactNode;
}

/** The PIN field; a PIN is one of a sale place, so that of several one is chosen, by hand or with an order. */
export function HandOutAtSalePlace({ salePlaces, selectedOrder, onSelectOrder, children }: Props) {
  const { t } = useTranslation('seller');
  const [chosenId, setChosenId] = useState<number | null>(null);
  const salePlaceId = selectedOrder?.sale_place.id ?? chosenId;
  const salePlace = salePlaces.find(({ id }) => id === salePlaceId) ?? salePlaces[0]!;
  return (
    <HandOutForm
      salePlaceId={salePlace.id}
      timeZone={salePlace.time_zone}
      selectedOrder={selectedOrder}
      onSelectOrder={onSelectOrder}
    >
      {children}
      {salePlaces.length > 1 ? (
        <Select
          label={t('switcher.pinAt')}
          hideLabel
          icon={<IconBuildingStore />}
          value={salePlace.id}
          onChange={({ currentTarget: { value } }) => {
            setChosenId(Number(value));
            onSelectOrder(null);
          }}
        >
          <SalePlaceOptions salePlaces={salePlaces} />
        </Select>
      ) : null}
    </HandOutForm>
  );
}
