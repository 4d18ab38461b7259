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
  // The manifest has the app's name in the installed app's language.
  document.querySelector('link[rel=manifest]')?.setAttribute('href', `/manifest/${language}.webmanifest`);
});

/** Namespaces load when a page first needs them. */
export const i18n = i18next.use(HttpBackend).use(initReactI18next);

/** Resolves when the namespaces of every page have loaded. */
export const i18nReady = i18n.init<HttpBackendOptions>({
  lng: getCurrentLanguage(),
  fallbackLng: false,
  ns: ['common', 'errors'],
  defaultNS: 'common',
  // The layout written by vite-plugins.ts.
  backend: { loadPath: `${import.meta.env.TRANSLATIONS_URL}/{{lng}}/{{ns}}.json` },
  // Offline, the page must show it at once; retries would delay it by eleven seconds.
  maxRetries: 0,
  interpolation: { escapeValue: false },
  returnNull: false,
});

/** Changes the language and stores it, for a signed-in user on the server too, for mails. */
export async function changeLanguage(language: Language): Promise<void> {
  writeStored('language', language);
  if (hasSession()) call('updateLanguage', { body: { language } }).catch(console.warn);
  await i18n.changeLanguage(language);
}
