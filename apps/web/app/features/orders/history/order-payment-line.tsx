import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import type { BuyerOrder } from '../buyer-orders.api.ts';

/** How it was paid and what came back. */
export function OrderPaymentLine({ order }: { order: BuyerOrder }) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  if (!order.card && order.refunded_cents === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-3 text-xs text-2">
      {order.card ? <span>{t('card', { card: order.card })}</span> : null}
      {order.refunded_cents > 0 ? (
        <span className="font-semibold text-info">
          {t('returned', { amount: format.formatMoney(order.refunded_cents) })}
        </span>
      ) : null}
    </p>
  );
}
