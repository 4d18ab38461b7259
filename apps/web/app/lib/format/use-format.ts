import {
  dateTimeText,
  deadlineText,
  formatHundredths,
  formatPercent,
  formatPickup,
  formatPickupWithDate,
  formatValue,
  getLocale,
  pickupDateText,
} from '@wopack/domain';
import {
  formatCountdown,
  formatDay,
  formatDayTime,
  formatDecimal,
  formatDistance,
  formatDuration,
  formatMoney,
  formatOrdinal,
  formatRecent,
  formatTime,
  toAdverbOfTime,
  toCents,
  toNoonUtc,
} from '@wopack/ui/format.ts';
import { serverDate, serverNow } from '@wopack/ui/server-clock.ts';
import { useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { subscribeToClock } from '../browser/use-now.ts';

/** The formatters in the current language. */
export function useFormat() {
  const { i18n } = useTranslation();
  const language = i18n.language;
  return useMemo(
    () => ({
      formatMoney: (cents: number) => formatMoney(cents, language),
      /** What a pack is said to be worth, in the question about it. */
      formatValue: (cents: number) => formatValue(cents, language),
      /** With its sign: '+2,70 €'. */
      formatChange: (cents: number) => `${cents > 0 ? '+' : ''}${formatMoney(cents, language)}`,
      formatEuros: (euros: number) => formatMoney(toCents(euros), language),
      /** Without rounding: '0,1935 €'. */
      formatHundredths: (hundredths: number) => formatHundredths(hundredths, language),
      /** 'milk, eggs and nuts'. */
      formatList: (names: readonly string[]) =>
        new Intl.ListFormat(getLocale(language), { type: 'conjunction' }).format(names),
      formatDistance: (metres: number) => formatDistance(metres, language),
      formatDay: (instant: string | Date, timeZone?: string) =>
        formatDay(instant, language, timeZone, serverDate()),
      /** For a calendar date without a zone. */
      formatDate: (date: string) => formatDay(toNoonUtc(date), language, 'UTC', serverDate()),
      /** A calendar date in a table: 'Sat 28 Nov'. */
      formatShortDate: (date: string) =>
        new Intl.DateTimeFormat(getLocale(language), {
          weekday: 'short',
          day: 'numeric',
          month: 'short',
          timeZone: 'UTC',
        }).format(toNoonUtc(date)),
      /** An instant in few words: '5 Dec'. Portugal's short form of day and month has numbers alone, '5/12'. */
      formatShortDay: (instant: string | Date) => {
        const format = (options: Intl.DateTimeFormatOptions) =>
          new Intl.DateTimeFormat(getLocale(language), options).format(new Date(instant));
        if (language !== 'pt') return format({ day: 'numeric', month: 'short' });
        return `${format({ day: 'numeric' })} ${format({ month: 'short' }).replace('.', '')}`;
      },
      /** Likewise with the month in full: '5 December'. */
      formatDayOfMonth: (instant: string | Date) =>
        new Intl.DateTimeFormat(getLocale(language), { day: 'numeric', month: 'long' }).format(
          new Date(instant),
        ),
      /** The last day before an end: '30 November', with the year unless it is this one. */
      formatLastDay: (end: string) => {
        const day = new Date(Date.parse(end) - 1);
        return new Intl.DateTimeFormat(getLocale(language), {
          day: 'numeric',
          month: 'long',
          year: day.getFullYear() === serverDate().getFullYear() ? undefined : 'numeric',
        }).format(day);
      },
      /** Within a sentence: 'no sábado, 28 de novembro'. */
      formatOnDate: (date: string) =>
        toAdverbOfTime(formatDay(toNoonUtc(date), language, 'UTC', serverDate()), language),
      formatTime: (instant: string | Date, timeZone?: string) => formatTime(instant, language, timeZone),
      formatDayTime: (instant: string | Date, timeZone?: string) =>
        formatDayTime(instant, language, timeZone),
      /** The last use, by the device's time: 'today 14:32', '25 Nov'. */
      formatRecent: (instant: string) => formatRecent(instant, language, undefined, serverDate()),
      /** 'Fri 27 Nov 15:30': for what is read again on later days. */
      formatDateTime: (instant: string | Date, timeZone: string) =>
        dateTimeText(new Date(instant), timeZone, language),
      /** 'Fri 27 Nov, 15:30', after 'from' or 'until'. */
      formatUntil: (instant: string | Date, timeZone: string) =>
        deadlineText(new Date(instant), timeZone, language),
      /** 'Fri 27 Nov 17:30–19:00', for what is kept or printed. */
      formatPickupDate: ({ pickup_start, pickup_end }: PickupWindow, timeZone: string) =>
        pickupDateText(new Date(pickup_start), new Date(pickup_end), timeZone, language),
      formatPercent: (percent: number) => formatPercent(percent, language),
      formatDecimal: (value: number) => formatDecimal(value, language),
      formatOrdinal: (value: number) => formatOrdinal(value, language),
      formatCountdown,
      formatDuration: (milliseconds: number) => formatDuration(milliseconds, language),
    }),
    [language],
  );
}

export interface PickupWindow {
  pickup_start: string;
  pickup_end: string;
}

/**
 * 'Hoje 17:30–19:00' by the current time and the zone of the sale place; empty without a window. Cached responses are
 * shown on later days, so the server's text is never used.
 */
export function useFormattedPickup(
  { pickup_start: start, pickup_end: end }: { [K in keyof PickupWindow]: PickupWindow[K] | null },
  timeZone: string,
): string {
  const { i18n } = useTranslation();
  return useSyncExternalStore(subscribeToClock, () =>
    start && end ? formatPickup(new Date(start), new Date(end), timeZone, i18n.language, serverDate()) : '',
  );
}

/** 'Today, Fri 20 Nov 17:30–19:00', for what is shown now and looked at again on later days. */
export function useFormattedPickupDate(
  { pickup_start: start, pickup_end: end }: PickupWindow,
  timeZone: string,
) {
  const { i18n } = useTranslation();
  return useSyncExternalStore(subscribeToClock, () =>
    formatPickupWithDate(new Date(start), new Date(end), timeZone, i18n.language, serverDate()),
  );
}

/** Several windows of one day: 'Today 08:00–10:00 · 17:30–19:00'. */
export function useFormattedWindows(windows: readonly PickupWindow[], timeZone: string): string {
  const { i18n } = useTranslation();
  return useSyncExternalStore(subscribeToClock, () =>
    windows
      .map(({ pickup_start, pickup_end }) =>
        formatPickup(new Date(pickup_start), new Date(pickup_end), timeZone, i18n.language, serverDate()),
      )
      .map((text, index) => (index === 0 ? text : text.slice(text.lastIndexOf(' ') + 1)))
      .join(' · '),
  );
}

/** Units left to buy: none once the window is over, whatever a cached response says. */
export const useQuantityLeft = ({ quantity, pickup_end: end }: QuantityUntil): number =>
  useSyncExternalStore(subscribeToClock, () => (end && Date.parse(end) <= serverNow() ? 0 : quantity));

interface QuantityUntil {
  quantity: number;
  pickup_end: string | null;
}

export const getCountryName = (code: string, language: string): string =>
  new Intl.DisplayNames(getLocale(language), { type: 'region' }).of(code) ?? code;
