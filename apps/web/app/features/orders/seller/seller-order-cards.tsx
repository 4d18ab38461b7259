import { useTranslation } from 'react-i18next';
import { SellerOrderAction } from './seller-order-action.tsx';
import { SellerOrderState } from './seller-order-state.tsx';
import type { SellerOrdersProps } from './seller-order-table.tsx';

/** Orders as a list, on phones. */
export function SellerOrderCards({ orders, caption, timeZone, onHandOut }: SellerOrdersProps) {
  const { t } = useTranslation('seller');
  return (
    <ul aria-label={caption} className="rounded-lg bg-surface px-4 pt-1.5 pb-2">
      {orders.map((order) => (
        <li
          key={order.id}
          className="flex flex-wrap items-center gap-x-3.5 gap-y-1.5 border-b border-line py-3 leading-[1.3rem] last:border-0"
        >
          <span
            aria-hidden="true"
            className="grid size-10 shrink-0 place-items-center rounded-full bg-brand-soft font-bold"
          >
            {order.client.charAt(0)}
          </span>
          <span className="min-w-0 flex-1 basis-36">
            <b className="block break-words">{order.client}</b>
            <span className="block text-sm text-muted">
              {t('orders.number', { id: order.id })} · {order.state === 'paid' ? t('orders.paid') : null}
              {order.state === 'paid' ? ' · ' : null}
              {order.product.name}
            </span>
            {order.state === 'paid' ? null : (
              <span className="mt-1.5 block">
                <SellerOrderState order={order} timeZone={timeZone} />
              </span>
            )}
          </span>
          <SellerOrderAction order={order} timeZone={timeZone} onHandOut={onHandOut} />
        </li>
      ))}
    </ul>
  );
}
