import { CURRENCY, centsFromHundredths } from '@wopack/rules';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { money } from '../../lib/format.ts';
import { locale } from '../../lib/language.ts';

/** How partners read their figures, in their language. */
export function useShareFormat() {
  const { i18n } = useTranslation();
  const language = i18n.language;
  return useMemo(() => {
    const exact = new Intl.NumberFormat(locale(language), {
      style: 'currency',
      currency: CURRENCY,
      minimumFractionDigits: 4,
    });
    const date = (options: Intl.DateTimeFormatOptions) => {
      const format = new Intl.DateTimeFormat(locale(language), { timeZone: 'UTC', ...options });
      return (day: string) => format.format(new Date(day));
    };
    const month = date({ month: 'long', year: 'numeric' });
    const name = date({ month: 'long' });
    // European Portuguese would write a number where others write a word.
    const beside = new Intl.DateTimeFormat(locale(language), {
      ...(language !== 'pt' && { day: 'numeric' }),
      month: 'short',
      timeZone: 'UTC',
    });
    const monthBeside = (of: string) =>
      beside
        .formatToParts(new Date(of))
        .find(({ type }) => type === 'month')!
        .value.replace('.', '');
    return {
      money: (cents: number) => money(cents, language),
      /** A sum of shares, rounded for reading: 2,32 €. */
      sum: (hundredths: number) => money(centsFromHundredths(hundredths), language),
      /** One share: 0,1935 €. */
      exact: (hundredths: number) => exact.format(hundredths / 10_000),
      /** '1 December' */
      day: date({ day: 'numeric', month: 'long' }),
      /** '1 Dec 2026' */
      shortDay: (instant: string) => {
        const [year, , day] = instant.slice(0, 10).split('-');
        return `${Number(day)} ${monthBeside(instant)} ${year}`;
      },
      /** 'November 2026' of '2026-11', at the beginning; and inside a sentence. */
      month: (of: string) => upper(month(of)),
      monthInside: month,
      /** 'November', likewise. */
      monthName: (of: string) => upper(name(of)),
      monthNameInside: name,
      /** 'Nov' */
      shortMonth: (of: string) => upper(date({ month: 'short' })(of).replace('.', '')),
    };
  }, [language]);
}

/** Months are written small in Portuguese and Russian, but not at the beginning. */
const upper = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
