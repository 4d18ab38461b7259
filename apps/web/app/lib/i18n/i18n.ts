import { isolateWords, type Language } from '@wopack/domain';
import i18next from 'i18next';
import resourcesToBackend from 'i18next-resources-to-backend';
import { initReactI18next } from 'react-i18next';
import { call } from '../api/api.ts';
import { hasSession } from '../session/session.ts';
import { writeStored } from '../storage/storage.ts';
import { getCurrentLanguage } from './language.ts';
import { addNumberFormat } from './number-format.ts';

declare global {
  interface ImportMetaEnv {
    /** Path of the translation files, replaced at build time; see vite-plugins.ts. */
    readonly TRANSLATIONS_URL: string;
  }
}

i18next.on('languageChanged', (language) => {
  if (!globalThis.document) return;
  document.documentElement.lang = language;
  // The manifest has the app's name in the installed app's language.
  document.querySelector('link[rel=manifest]')?.setAttribute('href', `/manifest/${language}.webmanifest`);
});

/** The layout written by vite-plugins.ts. */
async function loadTexts(language: string, namespace: string): Promise<object> {
  const response = await fetch(`${import.meta.env.TRANSLATIONS_URL}/${language}/${namespace}.json`);
  if (!response.ok) throw new Error(`the texts ${language}/${namespace} were answered ${response.status}`);
  return (await response.json()) as object;
}

/** Namespaces load when a page first needs them. */
export const i18n = i18next.use(resourcesToBackend(loadTexts)).use(initReactI18next);

/** Resolves when the namespaces of every page have loaded. */
export const i18nReady = i18n.init({
  lng: getCurrentLanguage(),
  fallbackLng: false,
  ns: ['common', 'errors'],
  defaultNS: 'common',
  // Offline, the page must show it at once; retries would delay it by eleven seconds.
  maxRetries: 0,
  interpolation: { escape: isolateWords },
  returnNull: false,
});

addNumberFormat(i18n);

/**
 * Changes the language and stores it, for a signed-in user on the server too, for mails. Rejects when its texts do not
 * load: the page would show their keys.
 */
export async function changeLanguage(language: Language): Promise<void> {
  await i18n.loadLanguages(language);
  const namespaces = Object.keys(i18n.getDataByLanguage(i18n.language) ?? {});
  if (namespaces.some((namespace) => !i18n.hasResourceBundle(language, namespace)))
    throw new Error(`texts did not load: ${language}`);
  writeStored('language', language);
  if (hasSession()) call('updateLanguage', { body: { language } }).catch(console.warn);
  await i18n.changeLanguage(language);
}
