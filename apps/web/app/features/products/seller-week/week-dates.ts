import { getLocale } from '../../../lib/i18n/language.ts';

const toNoonUtc = (date: string) => new Date(`${date}T12:00:00Z`);
const createFormatter = (language: string, parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(getLocale(language), { ...parts, timeZone: 'UTC' });

/** 'Fri 20' */
export const formatShortDay = (date: string, language: string): string =>
  createFormatter(language, { weekday: 'short', day: 'numeric' }).format(toNoonUtc(date));

/** 'Friday 20 November' */
export const formatLongDay = (date: string, language: string): string =>
  createFormatter(language, { weekday: 'long', day: 'numeric', month: 'long' }).format(toNoonUtc(date));

/** '20 to 26 November', one date alone as it is. */
export const formatDateRange = (from: string, to: string, language: string): string =>
  createFormatter(language, { day: 'numeric', month: 'long' }).formatRange(toNoonUtc(from), toNoonUtc(to));

/** A date some days later. */
export const addDays = (date: string, days: number): string =>
  new Date(toNoonUtc(date).getTime() + days * 86_400_000).toISOString().slice(0, 10);
