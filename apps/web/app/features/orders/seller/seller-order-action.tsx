import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { handOutStartsAt } from '../hand-out/hand-out-time.ts';
import type { SellerOrder } from '../seller-orders.api.ts';

interface Props {
  order: SellerOrder;
  timeZone: string;
  /** Opens the PIN field for this order. */
  onHandOut: (order: SellerOrder) => void;
}

/** What can be done with an order now, or why nothing: hand it out, wait, or see that the money went back. */
export function SellerOrderAction({ order, timeZone, onHandOut }: Props) {
  const { t } = useTranslation('seller');
  const { formatTime } = useFormat();
  if (order.can_hand_out) {
    const { client, id } = order;
    return (
      <Button
        variant="ghost"
        size="small"
        className="pointer-coarse:min-h-11"
        aria-label={t('orders.handOutTo', { client, id })}
        onClick={() => onHandOut(order)}
      >
        {t('orders.handOut')}
      </Button>
    );
  }
  const renderNote = (text: string) => <span className="text-sm text-muted">{text}</span>;
  if (order.state === 'paid') {
    const isEarly = handOutStartsAt(order) > Date.now();
    return renderNote(
      isEarly
        ? t('orders.from', { time: formatTime(new Date(handOutStartsAt(order)), timeZone) })
        : t('orders.over'),
    );
  }
  const isRefunded = order.state !== 'collected' && order.state !== 'not_collected';
  return isRefunded ? renderNote(t('orders.moneyBack')) : null;
}
