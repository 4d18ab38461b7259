import { IconClock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { HandOutForm } from '../../../features/orders/hand-out/hand-out-form.tsx';
import { RemainingProducts } from '../../../features/orders/seller/remaining-products.tsx';
import type { SellerDay, SellerOrder } from '../../../features/orders/seller-orders.api.ts';
import type { SalePlace } from '../../../features/sale-places/sale-places.api.ts';
import { useIsWideScreen } from '../../../lib/browser/use-media-query.ts';
import { useFormattedPickup } from '../../../lib/format/use-formatted-pickup.ts';

interface Props {
  salePlace: SalePlace;
  day: SellerDay;
  ordersToHandOut: readonly SellerOrder[];
  selectedOrder: SellerOrder | null;
  onSelectOrder: (selectedOrder: SellerOrder | null) => void;
}

/** What has to go over the counter today, and the PIN field. */
export function DayPanel({ salePlace, day, ordersToHandOut, selectedOrder, onSelectOrder }: Props) {
  const { t } = useTranslation('seller');
  const isWide = useIsWideScreen();
  const pickup = useFormattedPickup(day, day.time_zone);
  return (
    <section className="on-brand grid gap-4 rounded-lg bg-brand p-5 text-on-brand sm:gap-8 sm:rounded-xl sm:p-8 lg:grid-cols-[minmax(0,1fr)_minmax(300px,372px)]">
      <div className="flex flex-col gap-2 sm:gap-3.5">
        <p className="flex items-center gap-2 text-sm font-semibold sm:text-base">
          <IconClock className="size-5 shrink-0" aria-hidden="true" />
          {pickup || t('today.noWindow')}
        </p>
        <h2 className="d2 sm:max-w-[12em] sm:text-[length:var(--text-d1)] sm:leading-[1.08]">
          {day.to_hand_out ? t('today.toHandOut', { count: day.to_hand_out }) : t('today.nothing')}
        </h2>
        {isWide && day.quantity > 0 ? (
          <div className="mt-auto pt-1">
            <RemainingProducts ordersToHandOut={ordersToHandOut} unsold={day.quantity - day.sold} />
          </div>
        ) : null}
      </div>
      <div className="on-paper grid content-center rounded-[18px] bg-surface p-4 text-text sm:rounded-lg sm:p-[22px]">
        <HandOutForm
          salePlaceId={salePlace.id}
          timeZone={salePlace.time_zone}
          selectedOrder={selectedOrder}
          onSelectOrder={onSelectOrder}
        />
      </div>
    </section>
  );
}
