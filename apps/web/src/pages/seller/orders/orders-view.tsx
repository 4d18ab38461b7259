import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/use-format.ts';
import { type SellerOrder, useSellerOrders } from '../../../modules/orders/seller-orders.api.ts';
import { SellerPinBox } from '../../../modules/orders/seller-pin-box.tsx';
import type { SalePlace } from '../../../modules/sale-places/sale-places.api.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Field } from '../../../ui/field.tsx';
import { RetryLine } from '../../../ui/retry-line.tsx';
import { PlacePicker } from '../place-picker.tsx';
import { OrdersBones } from './orders-bones.tsx';
import { OrdersByTab } from './orders-by-tab.tsx';

interface Props {
  place: SalePlace;
  places: readonly SalePlace[];
}

/** The day's orders with the PIN field beside them; above them on narrow screens. */
export function OrdersView({ place, places }: Props) {
  const { t } = useTranslation('seller');
  const today = dateAt(place.time_zone);
  const [picked, setPicked] = useState<string | null>(null);
  const date = picked ?? today;
  const orders = useSellerOrders(place.id, picked);
  const [target, setTarget] = useState<SellerOrder | null>(null);
  const retry = () => void orders.refetch();
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <Title date={date} today={today} />
        <div className="flex flex-wrap gap-2 max-sm:w-full">
          <PlacePicker place={place} places={places} className="min-w-0 max-sm:flex-1 sm:max-w-64" />
          <Field
            type="date"
            label={t('orders.date')}
            hideLabel
            look="search"
            icon={<IconCalendar />}
            value={date}
            required
            onChange={(event) => setPicked(event.target.value || null)}
            inputClassName="h-12! font-semibold"
            className="max-sm:flex-1"
          />
        </div>
      </div>
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_340px]">
        <aside aria-label={t('pin.title')} className="on-paper xl:order-2">
          <div className="on-yellow rounded-lg bg-brand p-5 text-on-brand sm:p-6">
            <SellerPinBox placeId={place.id} timeZone={place.time_zone} target={target} onTarget={setTarget}>
              <h2 className="h2">{t('pin.title')}</h2>
              <p className="text-sm">{t('pin.lead')}</p>
            </SellerPinBox>
          </div>
        </aside>
        <div className="grid min-w-0 gap-4">
          {orders.error && orders.data ? <RetryLine error={orders.error} onRetry={retry} /> : null}
          {orders.data ? (
            <OrdersByTab orders={orders.data} timeZone={place.time_zone} onHandOut={setTarget} />
          ) : orders.error ? (
            <ErrorState error={orders.error} safe={t('safe')} onRetry={retry} retrying={orders.isFetching} />
          ) : (
            <OrdersBones />
          )}
        </div>
      </div>
    </>
  );
}

function Title({ date, today }: { date: string; today: string }) {
  const { t } = useTranslation('seller');
  const { day } = useFormat();
  return (
    <h1 className="d2">
      {date === today ? t('orders.today') : t('orders.on', { day: day(`${date}T12:00:00Z`, 'UTC') })}
    </h1>
  );
}

/** The calendar date at the venue now: '2026-11-20'. */
const dateAt = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
