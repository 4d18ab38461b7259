import { createParser } from 'nuqs';

/** A calendar date, '2026-11-20', of this century: what is typed towards a year is none. */
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

/** Filters change the address in place, for the router as well; the page stays where it is scrolled to. */
export const urlStateOptions = { history: 'replace', shallow: false, scroll: false } as const;
