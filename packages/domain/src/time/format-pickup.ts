import { addDays } from './calendar-date.ts';

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

function getFormatters(timeZone: string, language: string): Formatters {
  const key = `${language} ${timeZone}`;
  let formatters = cache.get(key);
  if (!formatters) {
    const locale = language === 'en' ? 'en-GB' : language === 'pt' ? 'pt-PT' : language;
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
