import type { Language } from '@wopack/domain';
import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { call } from '../api/api.ts';
import { hasSession } from '../session/session.ts';
import { writeStored } from '../storage/storage.ts';
import { getCurrentLanguage } from './language.ts';
import { loadTranslations } from './load-translations.ts';

/** Texts are fetched when a page first needs them. */
const translationsBackend: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, callback) {
    loadTranslations(language, namespace).then(
      (translations) => callback(null, translations as never),
      (error: Error) => callback(error, null),
    );
  },
};

i18next.on('languageChanged', (language) => {
  document.documentElement.lang = language;
  // What the app is called once it is installed.
  document.querySelector('link[rel=manifest]')?.setAttribute('href', `/manifest/${language}.webmanifest`);
});

export const i18n = i18next.use(translationsBackend).use(initReactI18next);

/** Resolves when the texts every page needs are there. */
export const i18nReady = i18n.init({
  lng: getCurrentLanguage(),
  fallbackLng: false,
  ns: ['common', 'errors'],
  defaultNS: 'common',
  interpolation: { escapeValue: false },
  returnNull: false,
});

/** Changes the language of the interface and remembers it, also for the mails of whoever is signed in. */
export async function changeLanguage(language: Language): Promise<void> {
  writeStored('language', language);
  if (hasSession()) call('updateLanguage', { body: { language } }).catch(console.warn);
  await i18n.changeLanguage(language);
}
