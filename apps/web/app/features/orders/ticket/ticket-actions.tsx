import { Suspense, useState } from 'react';
import { useNow } from '../../../lib/browser/use-now.ts';
import { EmptyFallback, lazyWithErrorBoundary } from '../../../ui/feedback/lazy-with-error-boundary.tsx';
import type { BuyerOrder } from '../buyer-orders.api.ts';
import { CancelNote } from '../cancel/cancel-note.tsx';
import { CancelOrderButton } from '../cancel/cancel-order-button.tsx';
import { DirectionsLink } from '../directions-link.tsx';
import { HelpButton } from '../report/help-button.tsx';
import { OrderRating } from '../reviews/order-rating.tsx';
import { CalendarButton } from './calendar-button.tsx';

const RateOrderForm = lazyWithErrorBoundary(
  async () => ({ default: (await import('../reviews/rate-order-form.tsx')).RateOrderForm }),
  EmptyFallback,
);

/** Beneath the ticket: what its buyer may do with it now. */
export function TicketActions({ order }: { order: BuyerOrder }) {
  const isOpen = order.state === 'paid';
  const now = useNow(30_000);
  // The ticket may be a copy from before: its own answer is as old as it is.
  const isCancellable = order.can_cancel !== 'no' && now < Date.parse(order.pickup_start);
  const [isRatedNow, setIsRatedNow] = useState(false);
  return (
    <div className="grid gap-3">
      {order.can_rate ? (
        <Suspense fallback={<div className="min-h-40" />}>
          <RateOrderForm key={order.id} order={order} onRated={() => setIsRatedNow(true)} />
        </Suspense>
      ) : null}
      {/* Thanks stand here: a message at the bottom would lie over what may be wanted next, help. */}
      <div role="status" className="grid empty:-mb-3">
        {order.rating ? <OrderRating rating={order.rating} showThanks={isRatedNow} /> : null}
      </div>
      {isOpen ? <DirectionsLink order={order} variant="primary" /> : null}
      <div className={isCancellable ? 'grid grid-cols-2 gap-2.5' : 'grid'}>
        {isCancellable ? <CancelOrderButton order={order} /> : null}
        <HelpButton order={order} />
      </div>
      <CancelNote order={order} />
      {isOpen && Date.now() < Date.parse(order.pickup_start) ? <CalendarButton order={order} /> : null}
    </div>
  );
}
