import { useState } from 'react';
import { DirectionsLink } from '../directions-link.tsx';
import type { MyOrder } from '../my-orders.api.ts';
import { CancelNote } from '../ticket/cancel-note.tsx';
import { CalendarButton } from './calendar-button.tsx';
import { CancelOrder } from './cancel-order.tsx';
import { HelpButton } from './help-button.tsx';
import { MyRating } from './my-rating.tsx';
import { RateOrder } from './rate-order.tsx';

/** Beneath the ticket: what its buyer may do with it now. */
export function TicketActions({ order }: { order: MyOrder }) {
  const open = order.state === 'paid';
  const cancellable = order.can_cancel !== 'no';
  const [rated, setRated] = useState(false);
  return (
    <div className="grid gap-3">
      {order.can_rate ? <RateOrder key={order.id} order={order} onRated={() => setRated(true)} /> : null}
      {/* Thanks stand here: a message at the bottom would lie over what may be wanted next, help. */}
      <div role="status" className="grid empty:-mb-3">
        {order.rating ? <MyRating rating={order.rating} thanks={rated} /> : null}
      </div>
      {open ? <DirectionsLink order={order} look="primary" /> : null}
      <div className={cancellable ? 'grid grid-cols-2 gap-2.5' : 'grid'}>
        {cancellable ? <CancelOrder order={order} /> : null}
        <HelpButton order={order} />
      </div>
      <CancelNote order={order} />
      {open && Date.now() < Date.parse(order.pickup_start) ? <CalendarButton order={order} /> : null}
    </div>
  );
}
