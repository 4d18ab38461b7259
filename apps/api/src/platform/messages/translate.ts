import { formatCents, type Language } from '@wopack/domain';
import i18next from 'i18next';
import en from './en.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };
import ru from './ru.json' with { type: 'json' };

const i18n = i18next.createInstance();
await i18n.init({
  resources: { en: { translation: en }, pt: { translation: pt }, ru: { translation: ru } },
  fallbackLng: 'en',
  interpolation: { escapeValue: false },
});

i18n.services.formatter!.add('cents', (cents: number, language) => formatCents(cents, language!));

/** Text in a language; `key` is a path in the JSON files, e.g. 'payments.soldOut'. */
export const translate = (
  key: string,
  language: Language,
  values: Record<string, string | number> = {},
): string => i18n.t(key, { lng: language, ...values });

/** The same without its values. */
export const getTemplate = (key: string, language: Language): string =>
  i18n.t(key, { lng: language, skipInterpolation: true });
