import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useFormattedPickup } from '../../../lib/format/use-formatted-pickup.ts';
import type { BuyerOrder } from '../buyer-orders.api.ts';
import { splitPickupText } from './pickup-progress.tsx';

/** On a ticket that is over: when it was for, what was paid, how, and what came back. */
export function Receipt({ order }: { order: BuyerOrder }) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const { day, hours } = splitPickupText(useFormattedPickup(order, order.sale_place.time_zone));
  return (
    <div className="flex justify-between gap-4">
      <p className="grid content-start">
        <span className="text-sm text-2">{t('ticket.window', { day })}</span>
        <span className="h2">{hours}</span>
      </p>
      <p className="grid content-start text-right">
        <span className="text-sm text-2">{t('ticket.paid')}</span>
        <span className="h2">{format.formatMoney(order.price_cents)}</span>
        {order.card ? <span className="text-xs text-2">{t('card', { card: order.card })}</span> : null}
        {order.refunded_cents > 0 ? (
          <span className="mt-1 text-sm font-semibold text-info">
            {t('returned', { amount: format.formatMoney(order.refunded_cents) })}
          </span>
        ) : null}
      </p>
    </div>
  );
}
