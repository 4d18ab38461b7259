import { centsFromEuros } from '@wopack/domain';

/** '1,50', '1.50 €' or '€ 1.5' as cents; null when it is no amount. */
export const parseCents = (text: string): number | null =>
  centsFromEuros(text.replace(/[€\s]/g, '').replace(',', '.'));
