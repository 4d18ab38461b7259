import { locale } from '../../../lib/language.ts';

const noon = (date: string) => new Date(`${date}T12:00:00Z`);
const format = (language: string, parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale(language), { ...parts, timeZone: 'UTC' });

/** 'Fri 20' */
export const shortDay = (date: string, language: string): string =>
  format(language, { weekday: 'short', day: 'numeric' }).format(noon(date));

/** 'Friday 20 November' */
export const longDay = (date: string, language: string): string =>
  format(language, { weekday: 'long', day: 'numeric', month: 'long' }).format(noon(date));

/** '20 to 26 November', one date alone as it is. */
export const span = (from: string, to: string, language: string): string =>
  format(language, { day: 'numeric', month: 'long' }).formatRange(noon(from), noon(to));

/** A date some days later. */
export const later = (date: string, days: number): string =>
  new Date(noon(date).getTime() + days * 86_400_000).toISOString().slice(0, 10);
