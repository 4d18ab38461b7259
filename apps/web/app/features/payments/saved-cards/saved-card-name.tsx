import { useTranslation } from 'react-i18next';
import type { SavedCard } from '../payments.api.ts';

/** Names of the card schemes, the same in each language. */
const BRANDS: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

export const getBrandName = (brand: string): string | null => BRANDS[brand] ?? null;

/** '08/29', as on the card. */
export const formatExpiryDate = ({ exp_month, exp_year }: SavedCard): string =>
  `${String(exp_month).padStart(2, '0')}/${String(exp_year % 100).padStart(2, '0')}`;

/** 'Visa •• 4242'. */
export function useSavedCardName(): (card: SavedCard) => string {
  const { t } = useTranslation('payment');
  return ({ brand, last4 }) => `${getBrandName(brand) ?? t('methods.card')} •• ${last4}`;
}

export const SavedCardName = ({ card }: { card: SavedCard }) => useSavedCardName()(card);
