import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { lazyWithErrorBoundary } from '../../../ui/feedback/lazy-with-error-boundary.tsx';
import { Photo } from '../../../ui/images/photo.tsx';
import { Zigzag } from '../../../ui/images/zigzag.tsx';
import type { BuyerOrder } from '../buyer-orders.api.ts';
import { PickupProgress } from './pickup-progress.tsx';
import { PinDigits } from './pin-digits.tsx';
import { Receipt } from './receipt.tsx';
import { TicketState } from './ticket-state.tsx';

/** Without its code the PIN is enough at the counter. */
const QrCode = lazyWithErrorBoundary(async () => ({
  default: (await import('../../../ui/images/qr-code.tsx')).QrCode,
}));

/** The paper itself, torn off at the bottom. */
export function TicketCard({ order }: { order: BuyerOrder }) {
  const { t } = useTranslation('orders');
  const amount = useFormat().formatMoney(order.price_cents);
  const { sale_place: salePlace, state } = order;
  return (
    <article className="on-raised drop-shadow-[0_14px_30px_rgb(52_16_42/.18)]">
      <div className="rounded-t-lg bg-raised p-6 pb-4">
        <div className="mb-5 flex items-start justify-between gap-3">
          <div className="min-w-0">
            <p className="overline">{t('order', { id: order.id })}</p>
            <h2 className="h2 mt-0.5">{order.product.name}</h2>
            <p className="text-sm text-2">
              {salePlace.name} · {salePlace.address}
            </p>
          </div>
          <div className="size-12 shrink-0 overflow-hidden rounded-md">
            <Photo photo={order.product.photos[0]} alt="" sizes="80px" className="aspect-square!" />
          </div>
        </div>
        {state === 'paid' && order.pin ? (
          <>
            <PinDigits pin={order.pin} />
            <div className="mx-auto mt-4.5 grid min-h-[168px] w-[168px] max-w-full content-center">
              <Suspense fallback={null}>
                <QrCode
                  text={`WOPACK:${order.id}:${order.pin}`}
                  label={t('ticket.qr', { id: order.id })}
                  className="block w-full rounded-sm"
                />
              </Suspense>
            </div>
          </>
        ) : null}
        <div role="status">{state === 'paid' ? null : <TicketState order={order} state={state} />}</div>
      </div>
      <Perforation />
      <Zigzag edge="bottom" toothWidth={18} className="bg-raised px-6 pt-4 pb-[34px]">
        {state === 'paid' ? (
          <>
            <PickupProgress order={order} />
            <p className="mt-2 text-xs text-2">{t('ticket.screenshot')}</p>
            <p className="mt-1 text-xs text-2">
              {order.card ? t('paidByCard', { amount, card: order.card }) : t('paid', { amount })}
            </p>
          </>
        ) : (
          <Receipt order={order} />
        )}
      </Zigzag>
    </article>
  );
}

/** Where the counter tears the ticket: a notch at each side and a dashed line. */
const Perforation = () => (
  <div
    aria-hidden="true"
    className="relative h-5 bg-[radial-gradient(circle_at_0_50%,#0000_9px,var(--surface-raised)_9.5px),radial-gradient(circle_at_100%_50%,#0000_9px,var(--surface-raised)_9.5px)] bg-[length:51%_100%] bg-[position:left,right] bg-no-repeat after:absolute after:inset-x-5 after:top-[9px] after:border-t-2 after:border-dashed after:border-line-strong/60"
  />
);
