import { IconCheck, IconClockX, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Pill } from '../../../ui/display/pill.tsx';
import type { SellerOrder } from '../seller-orders.api.ts';

/** Where an order stands, in a word and a colour. Times are the venue's. */
export function SellerOrderState({ order, timeZone }: { order: SellerOrder; timeZone: string }) {
  const { t } = useTranslation('seller');
  const { formatTime } = useFormat();
  switch (order.state) {
    case 'paid':
      return <Pill tone="warn">{t('orders.toHandOut')}</Pill>;
    case 'collected':
      return (
        <Pill tone="ok" icon={<IconCheck aria-hidden="true" />}>
          {t('orders.handedOut', {
            time: order.collected_at ? formatTime(order.collected_at, timeZone) : '',
          })}
        </Pill>
      );
    case 'not_collected':
      return <Pill icon={<IconClockX aria-hidden="true" />}>{t('orders.notCollected')}</Pill>;
    case 'cancelled_by_buyer':
    case 'cancelled_by_store':
    case 'refunded':
      return (
        <Pill tone="bad" icon={<IconX aria-hidden="true" />}>
          {t(`orders.states.${order.state}`)}
        </Pill>
      );
  }
}
