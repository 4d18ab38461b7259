import { useState } from 'react';
import type { BuyerOrder } from '../buyer-orders.api.ts';
import { CancelNote } from '../cancel/cancel-note.tsx';
import { CancelOrderButton } from '../cancel/cancel-order-button.tsx';
import { DirectionsLink } from '../directions-link.tsx';
import { HelpButton } from '../report/help-button.tsx';
import { OrderRating } from '../reviews/order-rating.tsx';
import { RateOrderForm } from '../reviews/rate-order-form.tsx';
import { CalendarButton } from './calendar-button.tsx';

/** Beneath the ticket: what its buyer may do with it now. */
export function TicketActions({ order }: { order: BuyerOrder }) {
  const isOpen = order.state === 'paid';
  const isCancellable = order.can_cancel !== 'no';
  const [isRatedNow, setIsRatedNow] = useState(false);
  return (
    <div className="grid gap-3">
      {order.can_rate ? (
        <RateOrderForm key={order.id} order={order} onRated={() => setIsRatedNow(true)} />
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
