import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import type { SellerOrder } from '../seller-orders.api.ts';
import { OrderLine } from './order-line.tsx';
import { bySlot } from './slot-groups.ts';
import { type Cancelling, StoreCancelSheet } from './store-cancel-sheet.tsx';

interface Props {
  orders: readonly SellerOrder[];
  timeZoneOf: (placeId: number) => string;
  /** Names the venue of each window: there are several. */
  places: boolean;
}

/** Orders by pack and window, each with the ways to cancel that are left. */
export function SlotGroupList({ orders, timeZoneOf, places }: Props) {
  const { t } = useTranslation('seller');
  const format = useFormat();
  const [what, setWhat] = useState<Cancelling | null>(null);
  return (
    <div className="grid gap-4">
      {bySlot(orders).map(({ slotId, first, orders: mine, open }) => {
        const zone = timeZoneOf(first.sale_place.id);
        const day = format.day(first.pickup_start, zone);
        return (
          <section
            key={slotId}
            className="rounded-lg bg-surface px-4 pt-4 pb-1.5 sm:px-6 print:break-inside-avoid"
          >
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line pb-3">
              <h2 className="min-w-0 leading-snug">
                <b className="block wrap-anywhere">{first.product.name}</b>
                <span className="text-sm text-2">
                  <span className="inline-block first-letter:uppercase">{day}</span>,{' '}
                  {format.time(first.pickup_start, zone)}–{format.time(first.pickup_end, zone)}
                  {places ? ` · ${first.sale_place.name}` : null}
                </span>
              </h2>
              {open > 0 ? (
                <Button
                  look="ghost"
                  small
                  className="pointer-coarse:min-h-11 print:hidden"
                  onClick={() => setWhat({ order: first, all: open })}
                >
                  {t('cancel.all')}
                </Button>
              ) : null}
            </div>
            <ul>
              {mine.map((order) => (
                <OrderLine
                  key={order.id}
                  order={order}
                  timeZone={zone}
                  onCancel={() => setWhat({ order, all: null })}
                />
              ))}
            </ul>
          </section>
        );
      })}
      {what ? <StoreCancelSheet what={what} onClose={() => setWhat(null)} /> : null}
    </div>
  );
}
