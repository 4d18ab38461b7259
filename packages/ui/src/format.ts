import { centsFromEuros, countDaysUntil, formatCents, getLocale, MINUTE_MS } from '@wopack/domain';

/** Euros as on the wire to cents: 3.99 → 399. */
export const toCents = (euros: number): number => Math.round(euros * 100);

/**
 * An amount in euros as somebody types it, '3,99', '3.99', '3' or '3,99 €', to cents. Null when it is none: nothing
 * separates thousands, so that '1.000' is not taken for one euro, nor for a thousand.
 */
export function parseTypedCents(text: string): number | null {
  const match = /^(?:€\s*)?(\d+)(?:[.,](\d{1,2}))?(?:\s*€)?$/.exec(text.trim());
  return match && centsFromEuros(`${match[1]}.${match[2] ?? '0'}`);
}

/** An amount as a field is filled with it before somebody types: 350 → '3,50' (pt, ru), '3.50' (en). */
export const formatTypedCents = (cents: number, language: string): string =>
  new Intl.NumberFormat(getLocale(language), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    useGrouping: false,
  }).format(cents / 100);

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

const getYear = (date: Date, timeZone?: string): string =>
  new Intl.DateTimeFormat('en', { year: 'numeric', timeZone }).format(date);

/** 'Friday 20 November'; with the year when it is not the current one. */
export function formatDay(
  instant: string | Date,
  language: string,
  timeZone: string | undefined,
  now: Date,
): string {
  const date = new Date(instant);
  const text = new Intl.DateTimeFormat(getLocale(language), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: getYear(date, timeZone) === getYear(now, timeZone) ? undefined : 'numeric',
    timeZone,
  }).format(date);
  // Russian writes '2027 г.', whose full stop would stand twice at the end of a sentence.
  return text.replace(/\sг\.$/u, '');
}

/** A calendar date, '2026-11-20', as an instant that is formatted in UTC. */
export const toNoonUtc = (date: string): Date => new Date(`${date}T12:00:00Z`);

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

/** A duration for display: '2 h 44 min', '1 dia 3 h'; at least one minute, in the two largest units. */
export function formatDuration(milliseconds: number, language: string): string {
  const totalMinutes = Math.max(1, Math.ceil(milliseconds / MINUTE_MS));
  const days = Math.floor(totalMinutes / 1440);
  const hours = Math.floor((totalMinutes % 1440) / 60);
  const minutes = totalMinutes % 60;
  const parts: [number, string][] = days
    ? [
        [days, 'day'],
        [hours, 'hour'],
      ]
    : [
        [hours, 'hour'],
        [minutes, 'minute'],
      ];
  return parts
    .filter(([value]) => value > 0)
    .map(([value, unit]) => formatUnit(value, unit, language))
    .join(' ');
}

/** English 'short' would write '2 hrs'; its 'narrow' is '2h'. */
const formatUnit = (value: number, unit: string, language: string): string =>
  new Intl.NumberFormat(getLocale(language), {
    style: 'unit',
    unit,
    unitDisplay: language === 'en' ? 'narrow' : 'short',
  }).format(value);

/** The calendar date in a time zone, '2026-11-20'; without one, in the device's zone. */
export const getLocalDate = (timeZone: string | undefined, now: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(now);

/** A calendar date, '2026-11-20', of this century: partially typed years are invalid. */
export const isDateString = (text: string): boolean => {
  const date = new Date(`${text}T00:00:00Z`);
  return (
    /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
  );
};

/** Day and time of a deadline, the day by name when it is near: 'hoje' and '15:30'; else '20 Nov' and '17:30'. */
export function formatDeadline(
  instant: string,
  language: string,
  timeZone: string,
  now: Date,
): { day: string; time: string } {
  const daysAhead = countDaysUntil(getLocalDate(timeZone, now), getLocalDate(timeZone, new Date(instant)));
  const isNear = daysAhead === 0 || daysAhead === 1;
  const day = isNear
    ? new Intl.RelativeTimeFormat(getLocale(language), { numeric: 'auto' }).format(daysAhead, 'day')
    : new Intl.DateTimeFormat(getLocale(language), { day: 'numeric', month: 'short', timeZone }).format(
        new Date(instant),
      );
  return { day, time: formatTime(instant, language, timeZone) };
}

/** When somebody was last there: 'today 14:32', 'yesterday 19:12', before that '25 Nov'. */
export function formatRecent(
  instant: string,
  language: string,
  timeZone: string | undefined,
  now: Date,
): string {
  const date = new Date(instant);
  const daysAgo = countDaysUntil(getLocalDate(timeZone, date), getLocalDate(timeZone, now));
  if (daysAgo > 1)
    return new Intl.DateTimeFormat(getLocale(language), { day: 'numeric', month: 'short', timeZone }).format(
      date,
    );
  const day = new Intl.RelativeTimeFormat(getLocale(language), { numeric: 'auto' }).format(
    -Math.max(0, daysAgo),
    'day',
  );
  return `${day} ${formatTime(instant, language, timeZone)}`;
}

/** Weekdays in the accusative, where it differs. */
const RUSSIAN_ACCUSATIVES: Record<string, string> = {
  среда: 'среду',
  пятница: 'пятницу',
  суббота: 'субботу',
};

/** A day as formatted by `formatDay`, within a sentence: 'no sábado, 28 de novembro', 'on Saturday 28 November'. */
export function toAdverbOfTime(longDay: string, language: string): string {
  const weekday = /^\p{L}+/u.exec(longDay)?.[0] ?? '';
  if (language === 'pt') return `${/^(sábado|domingo)$/.test(weekday) ? 'no' : 'na'} ${longDay}`;
  if (language !== 'ru') return `on ${longDay}`;
  const accusative = RUSSIAN_ACCUSATIVES[weekday] ?? weekday;
  return `${weekday === 'вторник' ? 'во' : 'в'} ${accusative}${longDay.slice(weekday.length)}`;
}

/** Keeps a line from breaking after the hyphen, in any font. */
const WORD_JOINER = '\u2060';

/** '4.º' (pt), '4th' (en), '4-е' (ru, a place). */
export function formatOrdinal(value: number, language: string): string {
  if (language !== 'en') return `${value}${language === 'pt' ? '.º' : `${WORD_JOINER}-${WORD_JOINER}е`}`;
  const form = new Intl.PluralRules('en', { type: 'ordinal' }).select(value);
  const suffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
  return `${value}${suffixes[form] ?? 'th'}`;
}
