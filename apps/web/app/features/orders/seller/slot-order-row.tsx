import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import type { SellerOrder } from '../seller-orders.api.ts';
import { SellerOrderState } from './seller-order-state.tsx';

interface Props {
  order: SellerOrder;
  timeZone: string;
  onCancel: () => void;
}

/** One order of a window: whose, what it brings, where it stands. */
export function SlotOrderRow({ order, timeZone, onCancel }: Props) {
  const { t } = useTranslation('seller');
  const { formatMoney } = useFormat();
  const { client, id, refunded_cents: refundedCents, price_cents: priceCents } = order;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-b border-line py-3 last:border-0">
      <span className="min-w-0 flex-1 basis-40 leading-snug">
        <b className="block wrap-anywhere">{client}</b>
        <span className="block text-sm text-muted">
          {t('orders.number', { id })} · {formatMoney(priceCents)}
          {refundedCents > 0 && refundedCents < priceCents
            ? ` · ${t('orders.partBack', { amount: formatMoney(refundedCents) })}`
            : null}
        </span>
        {order.cancel_reason ? (
          <span className="block text-sm wrap-anywhere text-muted">“{order.cancel_reason}”</span>
        ) : null}
      </span>
      <SellerOrderState order={order} timeZone={timeZone} />
      {order.can_cancel ? (
        <Button
          variant="ghost"
          size="small"
          className="pointer-coarse:min-h-11 print:hidden"
          aria-label={t('cancel.oneOf', { client, id })}
          onClick={onCancel}
        >
          {t('cancel.short')}
        </Button>
      ) : null}
    </li>
  );
}
