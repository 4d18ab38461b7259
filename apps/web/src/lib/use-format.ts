import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { duration } from './duration.ts';
import { countdown, day, dayTime, decimal, distance, money, time, toCents } from './format.ts';

/** The formatters in the person's language. */
export function useFormat() {
  const { i18n } = useTranslation();
  const language = i18n.language;
  return useMemo(
    () => ({
      money: (cents: number) => money(cents, language),
      euros: (euros: number) => money(toCents(euros), language),
      distance: (metres: number) => distance(metres, language),
      day: (instant: string | Date, timeZone?: string) => day(instant, language, timeZone),
      time: (instant: string | Date, timeZone?: string) => time(instant, language, timeZone),
      dayTime: (instant: string | Date, timeZone?: string) => dayTime(instant, language, timeZone),
      decimal: (value: number) => decimal(value, language),
      countdown,
      duration: (milliseconds: number) => duration(milliseconds, language),
    }),
    [language],
  );
}
