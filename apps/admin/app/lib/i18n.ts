import type { Language } from '@wopack/domain';
import i18next from 'i18next';
import resourcesToBackend from 'i18next-resources-to-backend';
import type { I18nProvider } from 'ra-core';
import { initReactI18next } from 'react-i18next';
import { getStoredLanguage, storeLanguage } from './preferences.ts';
import { queryClient } from './providers.ts';

i18next.on('languageChanged', (language) => {
  document.documentElement.lang = language;
});

/** Texts of a language: `common` and `errors` for the shared components, `admin` for the console's own. */
const loadTexts = (language: string, namespace: string) =>
  import(`../locales/${language}/${namespace}.json`) as Promise<object>;

export const i18nReady = i18next
  .use(resourcesToBackend(loadTexts))
  .use(initReactI18next)
  .init({
    lng: getStoredLanguage(),
    fallbackLng: false,
    ns: ['admin', 'common', 'errors'],
    defaultNS: 'common',
    interpolation: { escapeValue: false },
    returnNull: false,
  });

/** The server's texts are in the language of the call: what was answered in the former one is asked for again. */
export async function changeLanguage(language: Language): Promise<void> {
  storeLanguage(language);
  await i18next.changeLanguage(language);
  await queryClient.invalidateQueries();
}

/** ra-core asks for texts of its own components only, which the console does not use. */
export const i18nProvider: I18nProvider = {
  translate: (key) => key,
  changeLocale: () => Promise.resolve(),
  getLocale: () => i18next.language,
};
