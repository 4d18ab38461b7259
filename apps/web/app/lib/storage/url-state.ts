import { createParser } from 'nuqs';

/** A calendar date, '2026-11-20', of this century: partially typed years are invalid. */
export const isDateString = (text: string): boolean => {
  const date = new Date(`${text}T00:00:00Z`);
  return (
    /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
  );
};

export const parseAsDateString = createParser({
  parse: (text) => (isDateString(text) ? text : null),
  serialize: (date: string) => date,
});

/** Filters replace the URL in place, also for the router; the scroll position stays. */
export const urlStateOptions = { history: 'replace', shallow: false, scroll: false } as const;
