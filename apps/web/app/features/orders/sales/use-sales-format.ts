import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { getLocale } from '../../../lib/i18n/language.ts';

/** Calendar dates and shares for people. */
export function useSalesFormat() {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const tag = getLocale(i18n.language);
    const day = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', timeZone: 'UTC' });
    const weekday = new Intl.DateTimeFormat(tag, { weekday: 'short', day: 'numeric', timeZone: 'UTC' });
    const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 });
    const kilos = new Intl.NumberFormat(tag, { style: 'unit', unit: 'kilogram', maximumFractionDigits: 1 });
    const toNoonUtc = (date: string) => new Date(`${date}T12:00:00Z`);
    return {
      /** '20 Nov' */
      shortDate: (date: string) => day.format(toNoonUtc(date)),
      /** 'Fri 20' */
      weekday: (date: string) => weekday.format(toNoonUtc(date)),
      /** '16–20 Nov' */
      dateRange: (from: string, to: string) =>
        from === to ? day.format(toNoonUtc(from)) : day.formatRange(toNoonUtc(from), toNoonUtc(to)),
      percent: (share: number) => percent.format(share),
      kilos: (grams: number) => kilos.format(grams / 1000),
    };
  }, [i18n.language]);
}
