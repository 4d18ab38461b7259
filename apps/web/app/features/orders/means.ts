import { splitPaid } from '@wopack/domain';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import { type BuyerOrder, getReturned } from './buyer-orders.api.ts';

type PaidOrder = Pick<BuyerOrder, 'paid_with' | 'card' | 'price_cents' | 'parts'>;

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

/** 'You paid €2.29 with card •• 4242, €2.50 by credit, €1.20 by a code'. */
export function usePaidText(order: PaidOrder): string {
  const { t } = useTranslation('orders');
  const { formatMoney } = useFormat();
  const { price_cents: price, paid_with: method, card, parts } = order;
  const amount = formatMoney(parts?.card_cents ?? price);
  const paid =
    method !== 'card'
      ? t('paidBy', { amount, method: methodNames[method] })
      : card
        ? t('paidByCard', { amount, card })
        : t('paid', { amount });
  return [paid, usePartsText(order)].filter(Boolean).join(', ');
}

/** '€2.50 by credit, €1.20 by a code'; null where the card alone has paid. */
export function usePartsText({ parts }: Pick<PaidOrder, 'parts'>): string | null {
  const { t } = useTranslation('orders');
  const { formatMoney } = useFormat();
  if (!parts) return null;
  const { credit_cents: credit, discount_cents: discount } = parts;
  return [
    credit > 0 && t('paidCredit', { amount: formatMoney(credit) }),
    discount > 0 && t('paidCode', { amount: formatMoney(discount) }),
  ]
    .filter(Boolean)
    .join(', ');
}

/** What went back, and where to. */
export function useReturnedText(order: Parameters<typeof getReturned>[0]): string {
  const { t } = useTranslation('orders');
  const { formatMoney } = useFormat();
  const { card, credit } = getReturned(order);
  if (credit === 0) return t('returned', { amount: formatMoney(card) });
  if (card === 0) return t('backCredit', { credit: formatMoney(credit) });
  return t('backParts', { card: formatMoney(card), credit: formatMoney(credit) });
}

/** What the buyer would get back of so much more of the price: the way it was paid, and to the credit. */
export function getMoneyBack(
  { parts, refunded_cents: before }: Pick<BuyerOrder, 'parts' | 'refunded_cents'>,
  cents: number,
): { card: number; credit: number } {
  if (!parts) return { card: cents, credit: 0 };
  const paid = {
    cardCents: parts.card_cents,
    creditCents: parts.credit_cents,
    discountCents: parts.discount_cents,
  };
  const [after, former] = [splitPaid(paid, before + cents), splitPaid(paid, before)];
  return { card: after.cardCents - former.cardCents, credit: after.creditCents - former.creditCents };
}
