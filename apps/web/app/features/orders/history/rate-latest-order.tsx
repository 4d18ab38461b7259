import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyFallback, lazyWithErrorBoundary } from '../../../ui/feedback/lazy-with-error-boundary.tsx';
import { showToast } from '../../../ui/overlay/toast.ts';
import type { BuyerOrder } from '../buyer-orders.api.ts';

const RateOrderForm = lazyWithErrorBoundary(
  async () => ({ default: (await import('../reviews/rate-order-form.tsx')).RateOrderForm }),
  EmptyFallback,
);

/** Asks how the pack collected last was, as long as it may be rated. */
export function RateLatestOrder({ orders }: { orders: readonly BuyerOrder[] }) {
  const { t } = useTranslation('orders');
  const latestOrder = orders
    .filter(({ can_rate }) => can_rate)
    .toSorted((a, b) => (b.collected_at ?? '').localeCompare(a.collected_at ?? ''))[0];
  if (!latestOrder) return null;
  return (
    <div className="mb-5 max-w-[640px]">
      <Suspense fallback={<div className="min-h-40" />}>
        <RateOrderForm key={latestOrder.id} order={latestOrder} onRated={() => showToast(t('rate.thanks'))} />
      </Suspense>
    </div>
  );
}
