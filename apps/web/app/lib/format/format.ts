import { formatCents } from '@wopack/domain';
import { getLocale } from '../i18n/language.ts';

/** Euros as on the wire to cents: 3.99 → 399. */
export const toCents = (euros: number): number => Math.round(euros * 100);

/** 399 → '3,99 €' (pt, ru), '€3.99' (en). */
export const formatMoney = formatCents;

/** '350 m', '1,2 km'. */
export function formatDistance(metres: number, language: string): string {
  const isKilometres = metres >= 1000;
  return new Intl.NumberFormat(getLocale(language), {
    style: 'unit',
    unit: isKilometres ? 'kilometer' : 'meter',
    maximumFractionDigits: isKilometres && metres < 10_000 ? 1 : 0,
  }).format(isKilometres ? metres / 1000 : metres);
}

/** 'Friday 20 November'; with the year when it is not the current one. */
export function formatDay(
  instant: string | Date,
  language: string,
  timeZone?: string,
  now = new Date(),
): string {
  const date = new Date(instant);
  return new Intl.DateTimeFormat(getLocale(language), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: date.getFullYear() === now.getFullYear() ? undefined : 'numeric',
    timeZone,
  }).format(date);
}

/** '17:30', in the sale place's zone when it is given. */
export function formatTime(instant: string | Date, language: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(getLocale(language), {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(new Date(instant));
}

/** '20 Nov, 17:30' */
export function formatDayTime(instant: string | Date, language: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(getLocale(language), {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(new Date(instant));
}

/** A countdown: '9:05', '1:02:03'; never below zero. */
export function formatCountdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const padTwoDigits = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return `${hours ? `${hours}:${padTwoDigits(minutes)}` : minutes}:${padTwoDigits(seconds % 60)}`;
}

/** One decimal: 4.7 → '4,7'. */
export const formatDecimal = (value: number, language: string): string =>
  new Intl.NumberFormat(getLocale(language), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    value,
  );
