const formatters = new Map<string, Intl.NumberFormat>();

/** Localised amount: 399 → '3,99 €' in pt and ru, '€3.99' in en. */
export function formatCents(cents: number, language: string): string {
  let formatter = formatters.get(language);
  if (!formatter) {
    formatter = new Intl.NumberFormat(language === 'pt' ? 'pt-PT' : language, {
      style: 'currency',
      currency: 'EUR',
    });
    formatters.set(language, formatter);
  }
  return formatter.format(cents / 100);
}
