import type { Language } from '@wopack/domain';
import i18next from 'i18next';
import HttpBackend, { type HttpBackendOptions } from 'i18next-http-backend';
import { initReactI18next } from 'react-i18next';
import { call } from '../api/api.ts';
import { hasSession } from '../session/session.ts';
import { writeStored } from '../storage/storage.ts';
import { getCurrentLanguage } from './language.ts';

i18next.on('languageChanged', (language) => {
  if (!globalThis.document) return;
  document.documentElement.lang = language;
  // What the app is called once it is installed.
  document.querySelector('link[rel=manifest]')?.setAttribute('href', `/manifest/${language}.webmanifest`);
});

/** Texts are fetched when a page first needs them. */
export const i18n = i18next.use(HttpBackend).use(initReactI18next);

/** Resolves when the texts every page needs are there. */
export const i18nReady = i18n.init<HttpBackendOptions>({
  lng: getCurrentLanguage(),
  fallbackLng: false,
  ns: ['common', 'errors'],
  defaultNS: 'common',
  // As translation-files-plugin.ts of the build lays them out.
  backend: { loadPath: `${import.meta.env.TRANSLATIONS_URL}/{{lng}}/{{ns}}.json` },
  // Without a connection the page says so at once; retries would hold it back for eleven seconds.
  maxRetries: 0,
  interpolation: { escapeValue: false },
  returnNull: false,
});

/** Changes the language of the interface and remembers it, also for the mails of whoever is signed in. */
export async function changeLanguage(language: Language): Promise<void> {
  writeStored('language', language);
  if (hasSession()) call('updateLanguage', { body: { language } }).catch(console.warn);
  await i18n.changeLanguage(language);
}
