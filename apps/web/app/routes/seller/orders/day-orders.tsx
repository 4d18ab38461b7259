import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HandOutForm } from '../../../features/orders/hand-out/hand-out-form.tsx';
import { CancellableSlots } from '../../../features/orders/seller/cancellable-slots.tsx';
import { PrintableOrderList } from '../../../features/orders/seller/printable-order-list.tsx';
import { filterOrdersByTab } from '../../../features/orders/seller/seller-order-tabs.ts';
import { type SellerOrder, useSellerOrders } from '../../../features/orders/seller-orders.api.ts';
import type { SalePlace } from '../../../features/sale-places/sale-places.api.ts';
import { useToday } from '../../../lib/browser/use-now.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { InlineError } from '../../../ui/form/inline-error.tsx';
import { OrdersByTab } from './orders-by-tab.tsx';
import { OrdersSkeleton } from './orders-skeleton.tsx';

interface Props {
  salePlace: SalePlace;
  /** Null: the venue's today. */
  date: string | null;
  title: string;
}

/** The day's orders with the PIN field beside them; above them on narrow screens. */
export function DayOrders({ salePlace, date, title }: Props) {
  const { t } = useTranslation('seller');
  const orders = useSellerOrders(salePlace.id, date);
  const [selectedOrder, setSelectedOrder] = useState<SellerOrder | null>(null);
  const retry = () => void orders.refetch();
  const timeZone = salePlace.time_zone;
  const today = useToday(timeZone);
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_340px]">
      <aside aria-label={t('pin.title')} className="on-paper xl:order-2 print:hidden">
        <div className="on-brand rounded-lg bg-brand p-5 text-on-brand sm:p-6">
          <HandOutForm
            salePlaceId={salePlace.id}
            timeZone={timeZone}
            selectedOrder={selectedOrder}
            onSelectOrder={setSelectedOrder}
          >
            <h2 className="h2">{t('pin.title')}</h2>
            <p className="text-sm">{t('pin.lead')}</p>
          </HandOutForm>
        </div>
      </aside>
      <div className="grid min-w-0 gap-4">
        {orders.error && orders.data ? <InlineError error={orders.error} onRetry={retry} /> : null}
        {orders.data ? (
          <>
            <div className="grid gap-4 print:hidden">
              <OrdersByTab
                orders={orders.data}
                timeZone={timeZone}
                isPast={date !== null && date < today}
                onHandOut={setSelectedOrder}
              />
              <CancellableSlots orders={orders.data} timeZone={timeZone} />
            </div>
            <PrintableOrderList
              orders={filterOrdersByTab('paid', orders.data)}
              title={`${title} · ${salePlace.name}`}
              timeZone={timeZone}
            />
          </>
        ) : orders.error ? (
          <ErrorState
            error={orders.error}
            reassurance={t('safe')}
            onRetry={retry}
            isRetrying={orders.isFetching}
          />
        ) : (
          <OrdersSkeleton />
        )}
      </div>
    </div>
  );
}
