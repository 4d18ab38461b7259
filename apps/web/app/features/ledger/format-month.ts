import { getLocale } from '@wopack/domain';
import { toNoonUtc } from '@wopack/ui/format.ts';

/** 'November 2026'; without the abbreviation 'г.' that Russian adds. */
export const formatMonth = (month: string, language: string): string =>
  new Intl.DateTimeFormat(getLocale(language), { month: 'long', year: 'numeric', timeZone: 'UTC' })
    .format(toNoonUtc(`${month}-15`))
    .replace(/\sг\.$/u, '');
