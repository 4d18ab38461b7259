import { IconArrowBackUp, IconCheck, IconClockX, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { cn } from '../../../lib/cn.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import type { BuyerOrder } from '../buyer-orders.api.ts';

type FinalState = Exclude<BuyerOrder['state'], 'paid'>;

/** In the place of PIN and code, once there is nothing to show at the counter. */
export function TicketState({ order, state }: { order: BuyerOrder; state: FinalState }) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const { Icon, iconClass } = stateStyles[state];
  return (
    <div className="grid justify-items-center gap-3 py-6 text-center">
      <span className={cn('grid size-18 place-items-center rounded-full', iconClass)}>
        <Icon className="size-9" stroke={2.5} aria-hidden="true" />
      </span>
      <p className="d2">{t(`state.${state}`)}</p>
      <p className="max-w-[280px] text-pretty text-muted">
        {t(`stateText.${state}`, { amount: format.formatMoney(order.refunded_cents || order.price_cents) })}
      </p>
      {state === 'cancelled_by_store' && order.cancel_reason ? (
        <p className="max-w-[280px] wrap-anywhere">“{order.cancel_reason}”</p>
      ) : null}
      {order.collected_at ? (
        <p className="text-sm text-muted">
          {format.formatDayTime(order.collected_at, order.sale_place.time_zone)}
        </p>
      ) : null}
    </div>
  );
}

const cancelledStyle = { Icon: IconX, iconClass: 'bg-danger-soft text-danger' };
const stateStyles: Record<FinalState, { Icon: typeof IconX; iconClass: string }> = {
  collected: { Icon: IconCheck, iconClass: 'bg-save-soft text-save' },
  not_collected: { Icon: IconClockX, iconClass: 'bg-panel text-muted' },
  cancelled_by_buyer: cancelledStyle,
  cancelled_by_store: cancelledStyle,
  refunded: { Icon: IconArrowBackUp, iconClass: 'bg-info-soft text-info' },
};
