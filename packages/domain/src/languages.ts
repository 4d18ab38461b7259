/** Languages of the interface. Source: docs/specification.md, Languages. */
export const languages = ['pt', 'en', 'ru'] as const;
export type Language = (typeof languages)[number];

/** A name by language. */
export type LocalizedNames = Record<string, string>;

/** The Intl locale: European Portuguese, British English (24-hour clock, day first), Russian. */
export const getLocale = (language: string): string =>
  language === 'pt' ? 'pt-PT' : language === 'en' ? 'en-GB' : language;

/** The preferred supported language of an Accept-Language header or navigator.languages; English as fallback. */
export const pickLanguage = (preferred: string | readonly string[] | undefined): Language =>
  findLanguage(preferred) ?? 'en';

/** The same; null when no supported one is named. */
export function findLanguage(preferred: string | readonly string[] | undefined): Language | null {
  const tags = typeof preferred === 'string' ? listByWeight(preferred) : (preferred ?? []);
  for (const tag of tags) {
    const base = tag.trim().slice(0, 2).toLowerCase();
    const match = languages.find((language) => language === base);
    if (match) return match;
  }
  return null;
}

/** Languages of the header by their weight; those of equal weight as they stand. A weight of 0 refuses. */
function listByWeight(header: string): string[] {
  const weighted = header.split(',').map((range) => {
    const [tag = '', ...parameters] = range.split(';');
    const weight = parameters
      .map((parameter) => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(parameter)?.[1])
      .find(Boolean);
    return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 };
  });
  return weighted
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
