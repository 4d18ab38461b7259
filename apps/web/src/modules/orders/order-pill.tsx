import { IconArrowBackUp, IconCheck, IconClock, IconClockX, IconX } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { useNow } from '../../lib/use-now.ts';
import { Pill } from '../../ui/pill.tsx';
import type { MyOrder } from './my-orders.api.ts';
import { momentOf } from './when.ts';

/** Where an order stands, in a word. */
export function OrderPill({ order }: { order: MyOrder }) {
  const { t } = useTranslation('orders');
  if (order.state === 'paid') return <ToCollect order={order} />;
  const { tone, Icon } = looks[order.state];
  return (
    <Pill tone={tone} icon={<Icon aria-hidden="true" />}>
      {t(`state.${order.state}`)}
    </Pill>
  );
}

function ToCollect({ order }: { order: MyOrder }) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const moment = momentOf(order, useNow(30_000));
  return (
    <Pill tone="warn" className="py-1 whitespace-normal!" icon={<IconClock aria-hidden="true" />}>
      {moment === 'over'
        ? t('windowOver')
        : 'before' in moment
          ? t('opensIn', { duration: format.duration(moment.before) })
          : t('closesIn', { duration: format.duration(moment.open) })}
    </Pill>
  );
}

type Look = { tone: ComponentProps<typeof Pill>['tone']; Icon: typeof IconCheck };

const looks: Record<Exclude<MyOrder['state'], 'paid'>, Look> = {
  collected: { tone: 'ok', Icon: IconCheck },
  not_collected: { tone: 'plain', Icon: IconClockX },
  cancelled_by_buyer: { tone: 'bad', Icon: IconX },
  cancelled_by_store: { tone: 'bad', Icon: IconX },
  refunded: { tone: 'info', Icon: IconArrowBackUp },
};
