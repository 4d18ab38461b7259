import { getLocale, type Language, languages, pickLanguage } from '@wopack/domain';
import { readStored } from '../storage/storage.ts';

/** The stored language, else the browser's, else English. */
export function getCurrentLanguage(): Language {
  const storedLanguage = readStored('language');
  return languages.find((language) => language === storedLanguage) ?? pickLanguage(navigator.languages);
}

/** Numeric and locale-aware: "Loja 9" before "Loja 10". */
export function createNameComparator(language: string) {
  const { compare } = new Intl.Collator(getLocale(language), { numeric: true });
  return (a: { name: string }, b: { name: string }): number => compare(a.name, b.name);
}

/** Without accents and capital letters. */
export const foldWords = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
