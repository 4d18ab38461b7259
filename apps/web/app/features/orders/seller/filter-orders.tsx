import { TextField } from '@wopack/ui/form/text-field.tsx';
import { IconSearch } from '@wopack/ui/icons';
import { useTranslation } from 'react-i18next';
import { foldWords } from '../../../lib/i18n/language.ts';
import type { SellerOrder } from '../seller-orders.api.ts';

/** A seller's tabs of a day's orders. */
export const sellerOrderTabs = ['paid', 'collected', 'cancelled', 'not_collected'] as const;
export type SellerOrderTab = (typeof sellerOrderTabs)[number];

const tabByState: Record<SellerOrder['state'], SellerOrderTab> = {
  paid: 'paid',
  collected: 'collected',
  not_collected: 'not_collected',
  cancelled_by_buyer: 'cancelled',
  cancelled_by_store: 'cancelled',
  refunded: 'cancelled',
};

export const filterOrdersByTab = (tab: SellerOrderTab, orders: readonly SellerOrder[]): SellerOrder[] =>
  orders.filter(({ state }) => tabByState[state] === tab);

/** Orders whose number contains the text, or whose shown name has words that begin with its words. */
export function searchOrders(text: string, orders: readonly SellerOrder[]): readonly SellerOrder[] {
  const words = splitWords(text);
  if (words.length === 0) return text.trim() === '' ? orders : [];
  return orders.filter(({ id, client }) => {
    const names = splitWords(client);
    return words.every((word) => String(id).includes(word) || names.some((name) => name.startsWith(word)));
  });
}

/** Lower case, without accents. */
const splitWords = (text: string): string[] =>
  foldWords(text)
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean);

export function OrderSearchField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { t } = useTranslation('seller');
  return (
    <TextField
      label={t('orders.search')}
      hideLabel
      type="search"
      variant="search"
      icon={<IconSearch />}
      placeholder={t('orders.search')}
      autoComplete="off"
      maxLength={60}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      inputClassName="h-12!"
      className="min-w-0 print:hidden"
    />
  );
}
