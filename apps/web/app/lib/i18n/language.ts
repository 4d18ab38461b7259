import { type Language, languages, pickLanguage } from '@wopack/domain';
import { readStored } from '../storage/storage.ts';

/** The stored language, else the browser's, else English. */
export function getCurrentLanguage(): Language {
  const storedLanguage = readStored('language');
  return languages.find((language) => language === storedLanguage) ?? pickLanguage(navigator.languages);
}

/** The Intl locale: European Portuguese, British English (24-hour clock, day first), Russian. */
export const getLocale = (language: string): string =>
  language === 'pt' ? 'pt-PT' : language === 'en' ? 'en-GB' : language;

/** Numeric and locale-aware: "Loja 9" before "Loja 10". */
export function createNameComparator(language: string) {
  const { compare } = new Intl.Collator(language, { numeric: true });
  return (a: { name: string }, b: { name: string }): number => compare(a.name, b.name);
}
