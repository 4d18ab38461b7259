import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import type { SellerOrder } from '../seller-orders.api.ts';
import { SellerOrderAction } from './seller-order-action.tsx';
import { SellerOrderState } from './seller-order-state.tsx';

export interface SellerOrdersProps {
  orders: readonly SellerOrder[];
  /** What the list holds, for screen readers. */
  caption: string;
  timeZone: string;
  onHandOut: (order: SellerOrder) => void;
}

/** Orders as a table, where there is room. */
export function SellerOrderTable({ orders, caption, timeZone, onHandOut }: SellerOrdersProps) {
  const { t } = useTranslation('seller');
  const { formatEuros } = useFormat();
  return (
    <div className="overflow-x-auto rounded-lg bg-surface px-6 pt-6 pb-3">
      <table className="w-full border-collapse text-[.9375rem]">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line text-left text-[.8125rem] text-muted *:pb-2.5 *:font-semibold *:whitespace-nowrap">
            <th scope="col">{t('orders.order')}</th>
            <th scope="col" className="px-3">
              {t('orders.client')}
            </th>
            <th scope="col" className="px-3">
              {t('orders.pack')}
            </th>
            <th scope="col" className="px-3 text-right">
              {t('orders.price')}
            </th>
            <th scope="col" className="px-3">
              {t('orders.state')}
            </th>
            <th scope="col">
              <span className="sr-only">{t('orders.action')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.id} className="border-b border-line *:py-3 last:border-0">
              <th scope="row" className="pr-3 text-left font-bold whitespace-nowrap">
                {t('orders.number', { id: order.id })}
              </th>
              <td className="px-3 whitespace-nowrap">{order.client}</td>
              <td className="px-3">{order.product.name}</td>
              <td className="px-3 text-right whitespace-nowrap">{formatEuros(order.price)}</td>
              <td className="px-3">
                <SellerOrderState order={order} timeZone={timeZone} />
              </td>
              <td className="text-right">
                <SellerOrderAction order={order} timeZone={timeZone} onHandOut={onHandOut} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
