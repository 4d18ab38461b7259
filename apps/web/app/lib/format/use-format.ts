import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  formatCountdown,
  formatDay,
  formatDayTime,
  formatDecimal,
  formatDistance,
  formatMoney,
  formatTime,
  toCents,
} from './format.ts';
import { formatDuration } from './format-duration.ts';

/** The formatters in the current language. */
export function useFormat() {
  const { i18n } = useTranslation();
  const language = i18n.language;
  return useMemo(
    () => ({
      formatMoney: (cents: number) => formatMoney(cents, language),
      formatEuros: (formatEuros: number) => formatMoney(toCents(formatEuros), language),
      formatDistance: (metres: number) => formatDistance(metres, language),
      formatDay: (instant: string | Date, timeZone?: string) => formatDay(instant, language, timeZone),
      formatTime: (instant: string | Date, timeZone?: string) => formatTime(instant, language, timeZone),
      formatDayTime: (instant: string | Date, timeZone?: string) =>
        formatDayTime(instant, language, timeZone),
      formatDecimal: (value: number) => formatDecimal(value, language),
      formatCountdown: formatCountdown,
      formatDuration: (milliseconds: number) => formatDuration(milliseconds, language),
    }),
    [language],
  );
}
