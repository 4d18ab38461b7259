import { useTranslation } from 'react-i18next';
import type { SellerOrder } from '../seller-orders.api.ts';
import { SlotGroupList } from './slot-group-list.tsx';

/** Windows of the day that are still two hours ahead, where a store can cancel. Nothing when there are none. */
export function CancellableSlots({ orders, timeZone }: { orders: readonly SellerOrder[]; timeZone: string }) {
  const { t } = useTranslation('seller');
  const cancellableOrders = orders.filter(({ can_cancel }) => can_cancel);
  if (cancellableOrders.length === 0) return null;
  return (
    <details className="group rounded-lg">
      <summary className="link inline-block cursor-pointer py-2 font-semibold">{t('cancel.offer')}</summary>
      <p className="mt-1 mb-3 text-sm text-muted">{t('cancel.rules')}</p>
      <SlotGroupList orders={cancellableOrders} getTimeZone={() => timeZone} showSalePlaces={false} />
    </details>
  );
}
