/** Languages of the interface. Source: specification, section 1. */
export const languages = ['pt', 'en', 'ru'] as const;
export type Language = (typeof languages)[number];

/** The first supported language of an Accept-Language header or navigator.languages; English as fallback. */
export function pickLanguage(preferred: string | readonly string[] | undefined): Language {
  const wanted = typeof preferred === 'string' ? preferred.split(',') : (preferred ?? []);
  for (const tag of wanted) {
    const base = tag.trim().slice(0, 2).toLowerCase();
    const found = languages.find((language) => language === base);
    if (found) return found;
  }
  return 'en';
}
