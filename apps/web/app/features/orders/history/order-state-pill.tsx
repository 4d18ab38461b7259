import { IconArrowBackUp, IconCheck, IconClock, IconClockX, IconX } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../lib/browser/use-now.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Pill } from '../../../ui/display/pill.tsx';
import type { BuyerOrder } from '../buyer-orders.api.ts';

/** Where an order stands, in a word. */
export function OrderStatePill({ order }: { order: BuyerOrder }) {
  const { t } = useTranslation('orders');
  if (order.state === 'paid') return <OpenOrderPill order={order} />;
  const { tone, Icon } = pillStyles[order.state];
  return (
    <Pill tone={tone} icon={<Icon aria-hidden="true" />}>
      {t(`state.${order.state}`)}
    </Pill>
  );
}

function OpenOrderPill({ order }: { order: BuyerOrder }) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const pickupPhase = getPickupPhase(order, useNow(30_000));
  return (
    <Pill tone="warn" className="py-1 whitespace-normal!" icon={<IconClock aria-hidden="true" />}>
      {pickupPhase === 'over'
        ? t('windowOver')
        : 'before' in pickupPhase
          ? t('opensIn', { duration: format.formatDuration(pickupPhase.before) })
          : t('closesIn', { duration: format.formatDuration(pickupPhase.open) })}
    </Pill>
  );
}

type PillStyle = { tone: ComponentProps<typeof Pill>['tone']; Icon: typeof IconCheck };

const pillStyles: Record<Exclude<BuyerOrder['state'], 'paid'>, PillStyle> = {
  collected: { tone: 'ok', Icon: IconCheck },
  not_collected: { tone: 'plain', Icon: IconClockX },
  cancelled_by_buyer: { tone: 'bad', Icon: IconX },
  cancelled_by_store: { tone: 'bad', Icon: IconX },
  refunded: { tone: 'info', Icon: IconArrowBackUp },
};

/** Where an order stands in time: its window is ahead, open or over. */
type PickupPhase = { before: number } | { open: number } | 'over';

/** Milliseconds until the window opens or closes. */
export function getPickupPhase({ pickup_start, pickup_end }: BuyerOrder, now: number): PickupPhase {
  const before = Date.parse(pickup_start) - now;
  if (before > 0) return { before };
  const open = Date.parse(pickup_end) - now;
  return open > 0 ? { open } : 'over';
}
