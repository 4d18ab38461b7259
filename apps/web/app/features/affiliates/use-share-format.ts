import { CURRENCY, centsFromHundredths } from '@wopack/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../lib/format/format.ts';
import { getLocale } from '../../lib/i18n/language.ts';

/** Formatters of a partner's figures in the current language. */
export function useShareFormat() {
  const { i18n } = useTranslation();
  const language = i18n.language;
  return useMemo(() => {
    const exactFormatter = new Intl.NumberFormat(getLocale(language), {
      style: 'currency',
      currency: CURRENCY,
      minimumFractionDigits: 4,
    });
    const createDateFormat = (options: Intl.DateTimeFormatOptions) => {
      const formatter = new Intl.DateTimeFormat(getLocale(language), { timeZone: 'UTC', ...options });
      return (isoDate: string) => formatter.format(new Date(isoDate));
    };
    const month = createDateFormat({ month: 'long', year: 'numeric' });
    const formatMonthName = createDateFormat({ month: 'long' });
    // With the day, European Portuguese writes the month as a number.
    const monthBesideDayFormatter = new Intl.DateTimeFormat(getLocale(language), {
      ...(language !== 'pt' && { day: 'numeric' }),
      month: 'short',
      timeZone: 'UTC',
    });
    const formatMonthBesideDay = (isoDate: string) =>
      monthBesideDayFormatter
        .formatToParts(new Date(isoDate))
        .find(({ type }) => type === 'month')!
        .value.replace('.', '');
    return {
      money: (cents: number) => formatMoney(cents, language),
      /** Hundredths of a cent, rounded to cents: 2,32 €. */
      roundedShares: (hundredths: number) => formatMoney(centsFromHundredths(hundredths), language),
      /** One share in full precision: 0,1935 €. */
      exactShare: (hundredths: number) => exactFormatter.format(hundredths / 10_000),
      /** '1 December' */
      day: createDateFormat({ day: 'numeric', month: 'long' }),
      /** '1 Dec 2026' */
      shortDay: (instant: string) => {
        const [year, , day] = instant.slice(0, 10).split('-');
        return `${Number(day)} ${formatMonthBesideDay(instant)} ${year}`;
      },
      /** 'November 2026' of '2026-11', capitalised; inside a sentence as the language writes it. */
      month: (isoDate: string) => capitalise(month(isoDate)),
      monthInSentence: month,
      /** 'November', capitalised; likewise. */
      monthName: (isoDate: string) => capitalise(formatMonthName(isoDate)),
      monthNameInSentence: formatMonthName,
      /** 'Nov' */
      shortMonth: (isoDate: string) =>
        capitalise(createDateFormat({ month: 'short' })(isoDate).replace('.', '')),
    };
  }, [language]);
}

/** Portuguese and Russian write months in lower case, except at the start of a sentence. */
const capitalise = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
