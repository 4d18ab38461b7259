import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import type { SellerOrder } from '../seller-orders.api.ts';

interface Props {
  orders: readonly SellerOrder[];
  title: string;
  timeZone: string;
}

/** Print only: order, buyer and window, with a box to tick. Never a PIN. */
export function PrintableOrderList({ orders, title, timeZone }: Props) {
  const { t } = useTranslation('seller');
  const { formatPickupDate } = useFormat();
  return (
    <div className="hidden print:block">
      <h1 className="mb-4 font-bold">{title}</h1>
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr className="border-b border-current text-left *:py-1.5 *:pr-3">
            <th scope="col">{t('print.window')}</th>
            <th scope="col">{t('orders.order')}</th>
            <th scope="col">{t('orders.client')}</th>
            <th scope="col">{t('orders.pack')}</th>
            <th scope="col">{t('print.done')}</th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.id} className="break-inside-avoid border-b border-line *:py-2 *:pr-3">
              <td className="whitespace-nowrap">{formatPickupDate(order, timeZone)}</td>
              <th scope="row" className="text-left whitespace-nowrap">
                {t('orders.number', { id: order.id })}
              </th>
              <td>{order.client}</td>
              <td>{order.product.name}</td>
              <td>
                <span className="inline-block size-4 border border-current align-middle" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
