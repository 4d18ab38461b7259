import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SellerOrderCards } from '../../../features/orders/seller/seller-order-cards.tsx';
import { SellerOrderTable } from '../../../features/orders/seller/seller-order-table.tsx';
import {
  filterOrdersByTab,
  type SellerOrderTab,
  sellerOrderTabs,
} from '../../../features/orders/seller/seller-order-tabs.ts';
import type { SellerOrder } from '../../../features/orders/seller-orders.api.ts';
import { useMediaQuery } from '../../../lib/browser/use-media-query.ts';
import { Chip } from '../../../ui/display/chip.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';

interface Props {
  orders: readonly SellerOrder[];
  timeZone: string;
  /** A day that is over gets no new orders. */
  isPast: boolean;
  onHandOut: (order: SellerOrder) => void;
}

/** To hand out, handed out, cancelled, each with its number; not collected only when there are any. */
export function OrdersByTab({ orders, timeZone, isPast, onHandOut }: Props) {
  const { t } = useTranslation('seller');
  const [tab, setTab] = useState<SellerOrderTab>('paid');
  const isRoomy = useMediaQuery('(min-width: 62rem)');
  const shownOrders = filterOrdersByTab(tab, orders);
  const List = isRoomy ? SellerOrderTable : SellerOrderCards;
  return (
    <>
      <fieldset className="flex min-w-0 flex-wrap gap-2">
        <legend className="sr-only">{t('orders.filter')}</legend>
        {sellerOrderTabs.map((name) => {
          const count = filterOrdersByTab(name, orders).length;
          if (name === 'not_collected' && count === 0 && tab !== name) return null;
          return (
            <Chip key={name} active={tab === name} onClick={() => setTab(name)}>
              {t(`orders.tabs.${name}`)} · {count}
            </Chip>
          );
        })}
      </fieldset>
      <p role="status" className="sr-only">
        {t('orders.count', { count: filterOrdersByTab('paid', orders).length })}
      </p>
      {shownOrders.length ? (
        <List
          orders={shownOrders}
          caption={t(`orders.tabs.${tab}`)}
          timeZone={timeZone}
          onHandOut={onHandOut}
        />
      ) : (
        <div className="rounded-lg bg-surface">
          <EmptyState title={t(`orders.none.${tab}`)} mood={orders.length ? 'smile' : 'asleep'}>
            {tab === 'paid' && !isPast ? t('orders.noneText') : null}
          </EmptyState>
        </div>
      )}
    </>
  );
}
