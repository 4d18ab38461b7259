import { isDateString } from '@wopack/ui/format.ts';
import { createParser } from 'nuqs';

export const parseAsDateString = createParser({
  parse: (text) => (isDateString(text) ? text : null),
  serialize: (date: string) => date,
});

/** Filters replace the URL in place, also for the router; the scroll position stays. */
export const urlStateOptions = { history: 'replace', shallow: false, scroll: false } as const;
