import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToday } from '../../../lib/use-now.ts';
import { HandOutForm } from '../../../modules/orders/hand-out/hand-out-form.tsx';
import { CancellableSlots } from '../../../modules/orders/seller/cancellable-slots.tsx';
import { PrintableOrderList } from '../../../modules/orders/seller/printable-order-list.tsx';
import { filterOrdersByTab } from '../../../modules/orders/seller/seller-order-tabs.ts';
import { type SellerOrder, useSellerOrders } from '../../../modules/orders/seller-orders.api.ts';
import type { SalePlace } from '../../../modules/sale-places/sale-places.api.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { RetryLine } from '../../../ui/retry-line.tsx';
import { OrdersBones } from './orders-bones.tsx';
import { OrdersByTab } from './orders-by-tab.tsx';

interface Props {
  place: SalePlace;
  /** Null: the venue's today. */
  date: string | null;
  title: string;
}

/** The day's orders with the PIN field beside them; above them on narrow screens. */
export function DayOrders({ place, date, title }: Props) {
  const { t } = useTranslation('seller');
  const orders = useSellerOrders(place.id, date);
  const [target, setTarget] = useState<SellerOrder | null>(null);
  const retry = () => void orders.refetch();
  const zone = place.time_zone;
  const today = useToday(zone);
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_340px]">
      <aside aria-label={t('pin.title')} className="on-paper xl:order-2 print:hidden">
        <div className="on-yellow rounded-lg bg-brand p-5 text-on-brand sm:p-6">
          <HandOutForm
            salePlaceId={place.id}
            timeZone={zone}
            selectedOrder={target}
            onSelectOrder={setTarget}
          >
            <h2 className="h2">{t('pin.title')}</h2>
            <p className="text-sm">{t('pin.lead')}</p>
          </HandOutForm>
        </div>
      </aside>
      <div className="grid min-w-0 gap-4">
        {orders.error && orders.data ? <RetryLine error={orders.error} onRetry={retry} /> : null}
        {orders.data ? (
          <>
            <div className="grid gap-4 print:hidden">
              <OrdersByTab
                orders={orders.data}
                timeZone={zone}
                isPast={date !== null && date < today}
                onHandOut={setTarget}
              />
              <CancellableSlots orders={orders.data} timeZone={zone} />
            </div>
            <PrintableOrderList
              orders={filterOrdersByTab('paid', orders.data)}
              title={`${title} · ${place.name}`}
              timeZone={zone}
            />
          </>
        ) : orders.error ? (
          <ErrorState error={orders.error} safe={t('safe')} onRetry={retry} retrying={orders.isFetching} />
        ) : (
          <OrdersBones />
        )}
      </div>
    </div>
  );
}
