import { getLocale } from '../languages.ts';
import { type DayWindow, type PickupCalendar, pickupHoursOn } from './pickup-calendar.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** 24 hours: a calendar day has an hour less or more when clocks change. */
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;

// A date without a time is midnight in UTC, which has no clock changes. This runs in browsers too, and not all
// of them have Temporal.

/** The calendar date so many days later, '2026-11-20' → '2026-11-27'; negative numbers go back. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

/** Days from one calendar date to another; negative when the other is earlier. */
export const countDaysUntil = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** The Monday of a calendar date's week. */
export const getMonday = (date: string): string => addDays(date, -((new Date(date).getUTCDay() + 6) % 7));

/** A calendar month, e.g. '2026-11'. */
export type Month = `${number}-${number}`;

/** The calendar month of an instant in a time zone. */
export const monthOf = (instant: Date, timeZone: string): Month =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toPlainYearMonth()
    .toString() as Month;

/** Adds months; negative numbers go back. */
export const addMonths = (month: Month, months: number): Month =>
  Temporal.PlainYearMonth.from(month).add({ months }).toString() as Month;

/**
 * The instant at which a month begins; if midnight does not exist on that day, the first instant that does.
 */
export const monthStart = (month: Month, timeZone: string): Date =>
  new Date(
    Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 }).toZonedDateTime(timeZone).epochMilliseconds,
  );

/** Months that have ended, from the month of `since` on. */
export function listEndedMonths(since: Date, now: Date, timeZone: string): Month[] {
  const current = monthOf(now, timeZone);
  const months: Month[] = [];
  for (let month = monthOf(since, timeZone); month < current; month = addMonths(month, 1)) months.push(month);
  return months;
}

const dayNames: Record<string, { today: string; tomorrow: string }> = {
  pt: { today: 'Hoje', tomorrow: 'Amanhã' },
  en: { today: 'Today', tomorrow: 'Tomorrow' },
  ru: { today: 'Сегодня', tomorrow: 'Завтра' },
};

interface Formatters {
  date: Intl.DateTimeFormat;
  time: Intl.DateTimeFormat;
  day: Intl.DateTimeFormat;
}
const cache = new Map<string, Formatters>();

const cachedTexts = new Map<string, string>();
const MAX_TEXTS = 20_000;

/**
 * A window with weekday and date in the time zone of the sale place: 'Fri 27 Nov 17:30–19:00', 'пт, 27
 * нояб. 17:30–19:00'. For text that is stored and read later (cached responses, mails, chats), so it never
 * says 'today'. Cached, because lists repeat the same few windows.
 */
export function pickupDateText(start: Date, end: Date, timeZone: string, language: string): string {
  const key = `${start.getTime()} ${end.getTime()} ${timeZone} ${language}`;
  let text = cachedTexts.get(key);
  if (text === undefined) {
    if (cachedTexts.size >= MAX_TEXTS) cachedTexts.clear();
    const { day, time } = getFormatters(timeZone, language);
    text = `${day.format(start)} ${time.format(start)}–${time.format(end)}`;
    cachedTexts.set(key, text);
  }
  return text;
}

/** An instant with weekday and date, 'Fri 27 Nov 15:30', 'пт, 27 нояб. 15:30', for text that is read later. */
export function dateTimeText(instant: Date, timeZone: string, language: string): string {
  const { day, time } = getFormatters(timeZone, language);
  return `${day.format(instant)} ${time.format(instant)}`;
}

/** Weekdays after 'с' and 'до'. */
const RUSSIAN_GENITIVES: Record<string, string> = {
  пн: 'понедельника',
  вт: 'вторника',
  ср: 'среды',
  чт: 'четверга',
  пт: 'пятницы',
  сб: 'субботы',
  вс: 'воскресенья',
};

/**
 * The same in a sentence, after 'from' or 'until': 'Sat 28 Nov, 15:30', 'sábado, 28/11, às 15:30', 'субботы, 28
 * нояб., 15:30'.
 */
export function deadlineText(instant: Date, timeZone: string, language: string): string {
  const { day, time } = getFormatters(timeZone, language);
  const date = day.format(instant);
  if (language === 'pt') return `${date}, às ${time.format(instant)}`;
  const weekdayDeclined =
    language === 'ru' ? date.replace(/^\p{L}+/u, (weekday) => RUSSIAN_GENITIVES[weekday] ?? weekday) : date;
  return `${weekdayDeclined}, ${time.format(instant)}`;
}

/**
 * A window for immediate display, with relative days: 'Hoje 17:30–19:00', 'Tomorrow 11:00–12:00', 'пт, 27
 * нояб. 17:30–19:00'.
 */
export function formatPickup(start: Date, end: Date, timeZone: string, language: string, now: Date): string {
  const { date, time, day } = getFormatters(timeZone, language);
  const on = date.format(start);
  const { today, tomorrow } = dayNames[language] ?? dayNames.en!;
  const label =
    on === date.format(now) ? today : on === addDays(date.format(now), 1) ? tomorrow : day.format(start);
  return `${label} ${time.format(start)}–${time.format(end)}`;
}

/** The same with the date beside a relative day, for what may be kept: 'Today, Fri 20 Nov 17:30–19:00'. */
export function formatPickupWithDate(
  start: Date,
  end: Date,
  timeZone: string,
  language: string,
  now: Date,
): string {
  const relative = formatPickup(start, end, timeZone, language, now);
  const dated = pickupDateText(start, end, timeZone, language);
  return relative === dated ? dated : `${relative.slice(0, relative.lastIndexOf(' '))}, ${dated}`;
}

function getFormatters(timeZone: string, language: string): Formatters {
  const key = `${language} ${timeZone}`;
  let formatters = cache.get(key);
  if (!formatters) {
    const locale = getLocale(language);
    formatters = {
      date: new Intl.DateTimeFormat('en-CA', { timeZone }),
      time: new Intl.DateTimeFormat(locale, {
        timeZone,
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      }),
      day: new Intl.DateTimeFormat(locale, { timeZone, weekday: 'short', day: 'numeric', month: 'short' }),
    };
    cache.set(key, formatters);
  }
  return formatters;
}

/** A pickup window as instants. `date` is its start date at the sale place. */
export interface SlotWindow {
  date: string;
  starts_at: Date;
  ends_at: Date;
}

/** Slots are generated for today and this many days ahead. Source: docs/specification.md, Time. */
export const DAYS_AHEAD = 7;

/**
 * Instants of a local window on a date in a time zone. A local time that does not exist (clocks going
 * forward) moves forward; an ambiguous one means its first occurrence. Where the moved start would reach the end, the
 * end moves as far: 01:30 to 02:15 becomes 02:30 to 03:15.
 */
export function slotWindowOn(date: string, window: DayWindow, timeZone: string): SlotWindow {
  const day = Temporal.PlainDate.from(date);
  const endDay = window.time_end < window.time_start ? day.add({ days: 1 }) : day;
  const toMs = (localDay: Temporal.PlainDate, time: string, disambiguation: 'compatible' | 'earlier') =>
    localDay.toPlainDateTime(Temporal.PlainTime.from(time)).toZonedDateTime(timeZone, { disambiguation })
      .epochMilliseconds;
  const startMs = toMs(day, window.time_start, 'compatible');
  const endMs = toMs(endDay, window.time_end, 'compatible');
  const gapMs = startMs - toMs(day, window.time_start, 'earlier');
  return { date, starts_at: new Date(startMs), ends_at: new Date(endMs > startMs ? endMs : endMs + gapMs) };
}

/** Windows of a product from today at the sale place to `DAYS_AHEAD` days later that have not ended. */
export function listUpcomingWindows(calendar: PickupCalendar, timeZone: string, now: Date): SlotWindow[] {
  const today = localDate(now, timeZone);
  const windows: SlotWindow[] = [];
  for (let daysAhead = -1; daysAhead <= DAYS_AHEAD; daysAhead++) {
    const date = today.add({ days: daysAhead }).toString();
    const { window } = pickupHoursOn(date, calendar);
    if (!window) continue;
    const slot = slotWindowOn(date, window, timeZone);
    // Yesterday's window may run past midnight.
    if (slot.ends_at > now) windows.push(slot);
  }
  return windows;
}

/** 'HH:MM' in the time zone. */
export const formatLocalTime = (at: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainTime()
    .toString({ smallestUnit: 'minute' });

/** The calendar date in a time zone. */
export const localDate = (now: Date, timeZone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();

/** Units that one buyer may have on hold at a time. Source: docs/specification.md, Stock. */
export const MAX_HOLDS = 2;

/** Source: docs/specification.md, Stock. */
export const HOLD_MINUTES = 10;

/** How long a unit won in a draw is held. Source: docs/specification.md, Draws and waitlists. */
export const WINNER_HOLD_MINUTES = 30;

/** A hold lasts so long, or until the window's end, whichever is sooner. */
export const holdEndsAt = (now: Date, windowEnd: Date, minutes = HOLD_MINUTES): Date =>
  new Date(Math.min(now.getTime() + minutes * MINUTE_MS, windowEnd.getTime()));

const PUBLIC_SALE_MS = 30 * MINUTE_MS;

/**
 * From here on nothing is reserved for a draw or a waitlist: half an hour before the window ends everything left goes
 * on public sale. Source: docs/specification.md, Draws and waitlists.
 */
export const publicSaleAt = (windowEnd: Date): Date => new Date(windowEnd.getTime() - PUBLIC_SALE_MS);

/** The latest end of windows in which nothing is reserved any more. */
export const publicSaleUpTo = (now: Date): Date => new Date(now.getTime() + PUBLIC_SALE_MS);

/** Cancelling is free until two hours before the window. Source: docs/specification.md, Orders. */
export const cancellationDeadline = (windowStart: Date): Date =>
  new Date(windowStart.getTime() - 120 * MINUTE_MS);

/**
 * Hand-out runs from 30 minutes before the window to 30 minutes after it. Source: docs/specification.md,
 * Orders.
 */
export const canHandOut = (now: Date, windowStart: Date, windowEnd: Date): boolean =>
  now.getTime() >= handOutStartsAt(windowStart).getTime() &&
  now.getTime() <= handOutEndsAt(windowEnd).getTime();

export const handOutStartsAt = (windowStart: Date): Date => new Date(windowStart.getTime() - 30 * MINUTE_MS);

export const handOutEndsAt = (windowEnd: Date): Date => new Date(windowEnd.getTime() + 30 * MINUTE_MS);

/** A problem can be reported until 48 hours after the window. Source: docs/specification.md, Orders. */
export const reportDeadline = (windowEnd: Date): Date => new Date(windowEnd.getTime() + 48 * HOUR_MS);

/**
 * Until when a buyer may withdraw from the contract about a pack that keeps: 14 days after the day of the hand-out, which is
 * over in every time zone. Source: articles 9 and 11 of Directive 2011/83/EU.
 */
export const withdrawalDeadline = (windowEnd: Date): Date =>
  new Date(handOutEndsAt(windowEnd).getTime() + 15 * DAY_MS);

/** Whether the buyer of a pack may still withdraw from the contract, by its kind and the time alone. */
export const isWithdrawable = (
  { isPerishable, windowEnd }: { isPerishable: boolean; windowEnd: Date },
  now: Date,
): boolean => !isPerishable && now <= withdrawalDeadline(windowEnd);

/** From when an order's money stays where it is: it can no longer be reported nor, where that is possible, withdrawn from. */
export const settlementStart = (windowEnd: Date, isPerishable: boolean): Date =>
  isPerishable ? reportDeadline(windowEnd) : withdrawalDeadline(windowEnd);

/**
 * From when postings of an order count for statements and payouts, or now if that has passed. Source:
 * docs/specification.md, Money.
 */
export const effectiveFrom = (windowEnd: Date, now: Date, { isPerishable = true } = {}): Date =>
  new Date(Math.max(settlementStart(windowEnd, isPerishable).getTime(), now.getTime()));

/** A collected order can be rated for 14 days. Source: docs/specification.md, Orders. */
export const ratingDeadline = (collectedAt: Date): Date => new Date(collectedAt.getTime() + 14 * DAY_MS);
