import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import type { BuyerOrder } from './buyer-orders.api.ts';

type PaidOrder = Pick<BuyerOrder, 'paid_with' | 'card' | 'price_cents'>;

/** The same in each language. */
export const methodNames = {
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  mb_way: 'MB WAY',
} as const;

/** 'Card •• 4242', 'Apple Pay •• 4242' or 'MB WAY'; null where it is not known. */
export function useMeans({ paid_with: method, card }: PaidOrder): string | null {
  const { t } = useTranslation('orders');
  if (method === 'card') return card ? t('card', { card }) : null;
  return card ? `${methodNames[method]} •• ${card}` : methodNames[method];
}

/** 'You paid €3.99 with card •• 4242'. */
export function usePaidText(order: PaidOrder): string {
  const { t } = useTranslation('orders');
  const amount = useFormat().formatMoney(order.price_cents);
  if (order.paid_with !== 'card') return t('paidBy', { amount, method: methodNames[order.paid_with] });
  return order.card ? t('paidByCard', { amount, card: order.card }) : t('paid', { amount });
}
