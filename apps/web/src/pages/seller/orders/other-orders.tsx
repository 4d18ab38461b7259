import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PagedOrderList } from '../../../modules/orders/seller/paged-order-list.tsx';
import { SlotGroupList } from '../../../modules/orders/seller/slot-group-list.tsx';
import { type OrderState, useSellerOrderPages } from '../../../modules/orders/seller-order-pages.api.ts';
import type { SalePlace } from '../../../modules/sale-places/sale-places.api.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Select } from '../../../ui/select.tsx';

interface Props {
  when: 'upcoming' | 'past';
  placeId: number | null;
  places: readonly SalePlace[];
}

const states: Record<Props['when'], OrderState[]> = {
  upcoming: ['paid', 'cancelled_by_buyer', 'cancelled_by_store', 'refunded'],
  past: ['collected', 'not_collected', 'cancelled_by_buyer', 'cancelled_by_store', 'refunded'],
};

/** What is ahead or behind, by pack and window; of one state if wished. */
export function OtherOrders({ when, placeId, places }: Props) {
  const { t } = useTranslation('seller');
  const [state, setState] = useState<OrderState | null>(null);
  const list = useSellerOrderPages(placeId, when, state);
  const zones = new Map(places.map((place) => [place.id, place.time_zone]));
  return (
    <div className="grid gap-4">
      <Select
        label={t('orders.state')}
        hideLabel
        look="pill"
        value={state ?? ''}
        onChange={({ currentTarget: { value } }) => setState((value || null) as OrderState | null)}
        className="justify-self-start print:hidden"
      >
        <option value="">{t('orders.anyState')}</option>
        {states[when].map((one) => (
          <option key={one} value={one}>
            {t(`orders.stateNames.${one}`)}
          </option>
        ))}
      </Select>
      <PagedOrderList
        list={list}
        empty={
          <EmptyState title={t(`orders.nothing.${when}`)} mood="asleep">
            {state ? t('orders.otherState') : null}
          </EmptyState>
        }
      >
        {(orders) => (
          <SlotGroupList
            orders={orders}
            getTimeZone={(id) => zones.get(id) ?? 'UTC'}
            showSalePlaces={placeId === null && places.length > 1}
          />
        )}
      </PagedOrderList>
    </div>
  );
}
