import { useTranslation } from 'react-i18next';
import { notify } from '../../../ui/toast.ts';
import { RateOrder } from '../after/rate-order.tsx';
import type { MyOrder } from '../my-orders.api.ts';

/** Asks how the pack collected last was, as long as it may be rated. */
export function RateNewest({ orders }: { orders: readonly MyOrder[] }) {
  const { t } = useTranslation('orders');
  const newest = orders
    .filter(({ can_rate }) => can_rate)
    .toSorted((a, b) => (b.collected_at ?? '').localeCompare(a.collected_at ?? ''))[0];
  if (!newest) return null;
  return (
    <div className="mb-5 max-w-[640px]">
      <RateOrder key={newest.id} order={newest} onRated={() => notify(t('rate.thanks'))} />
    </div>
  );
}
