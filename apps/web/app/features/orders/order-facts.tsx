import { IconClock, IconPigMoney } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '../../lib/cn.ts';
import { toCents } from '../../lib/format/format.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useFormattedPickup } from '../../lib/format/use-formatted-pickup.ts';
import type { BuyerOrder } from './buyer-orders.api.ts';

/** When and where to come, what was saved and paid. */
export function OrderFacts({ order }: { order: BuyerOrder }) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const pickup = useFormattedPickup(order, order.sale_place.time_zone);
  const savedCents = order.old_price === null ? 0 : toCents(order.old_price) - order.price_cents;
  const amount = format.formatMoney(order.price_cents);
  const paidText = order.card ? t('paidByCard', { amount, card: order.card }) : t('paid', { amount });
  return (
    <ul className="mt-2 grid gap-4 rounded-lg bg-panel p-4 leading-[1.375rem]">
      <Fact iconClass="bg-brand text-on-brand" icon={<IconClock />} title={pickup}>
        {order.sale_place.address}
      </Fact>
      <Fact
        iconClass="bg-save-soft text-save"
        icon={<IconPigMoney />}
        title={savedCents > 0 ? t('saved', { amount: format.formatMoney(savedCents) }) : paidText}
      >
        {savedCents > 0 ? paidText : null}
      </Fact>
    </ul>
  );
}

interface FactProps {
  iconClass: string;
  icon: ReactNode;
  title: string;
  children: ReactNode;
}

const Fact = ({ iconClass, icon, title, children }: FactProps) => (
  <li className="flex items-center gap-3">
    <span
      aria-hidden="true"
      className={cn('grid size-11 shrink-0 place-items-center rounded-[14px]', iconClass)}
    >
      {icon}
    </span>
    <div className="min-w-0">
      <p className="font-bold">{title}</p>
      {children ? <p className="text-sm text-muted">{children}</p> : null}
    </div>
  </li>
);
