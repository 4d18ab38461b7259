/** Languages of the interface. Source: docs/specification.md, Languages. */
export const languages = ['pt', 'en', 'ru'] as const;
export type Language = (typeof languages)[number];

/** A name by language. */
export type LocalizedNames = Record<string, string>;

/** The Intl locale: European Portuguese, British English (24-hour clock, day first), Russian. */
export const getLocale = (language: string): string =>
  language === 'pt' ? 'pt-PT' : language === 'en' ? 'en-GB' : language;

/** The first supported language of an Accept-Language header or navigator.languages; English as fallback. */
export function pickLanguage(preferred: string | readonly string[] | undefined): Language {
  const tags = typeof preferred === 'string' ? preferred.split(',') : (preferred ?? []);
  for (const tag of tags) {
    const base = tag.trim().slice(0, 2).toLowerCase();
    const match = languages.find((language) => language === base);
    if (match) return match;
  }
  return 'en';
}
