import { type Language, languages, pickLanguage } from '@wopack/domain';
import { read } from './storage.ts';

/** The stored language, else the browser's, else English. */
export function currentLanguage(): Language {
  const stored = read('language');
  return languages.find((language) => language === stored) ?? pickLanguage(navigator.languages);
}

/** What Intl calls it: European Portuguese, British English (24-hour clock, day first), Russian. */
export const locale = (language: string): string =>
  language === 'pt' ? 'pt-PT' : language === 'en' ? 'en-GB' : language;
