import type { Language } from '@wopack/domain';
import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { call } from './api.ts';
import { currentLanguage } from './language.ts';
import { signedIn } from './session.ts';
import { write } from './storage.ts';
import { fetchTexts } from './texts.ts';

/** Texts are fetched when a page first needs them. */
const fetched: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, done) {
    fetchTexts(language, namespace).then(
      (texts) => done(null, texts as never),
      (error: Error) => done(error, null),
    );
  },
};

i18next.on('languageChanged', (language) => {
  document.documentElement.lang = language;
  // What the app is called once it is installed.
  document.querySelector('link[rel=manifest]')?.setAttribute('href', `/manifest/${language}.webmanifest`);
});

export const i18n = i18next.use(fetched).use(initReactI18next);

/** Resolves when the texts every page needs are there. */
export const i18nReady = i18n.init({
  lng: currentLanguage(),
  fallbackLng: false,
  ns: ['common', 'errors'],
  defaultNS: 'common',
  interpolation: { escapeValue: false },
  returnNull: false,
});

/** Changes the language of the interface and remembers it, also for the mails of whoever is signed in. */
export async function chooseLanguage(language: Language): Promise<void> {
  write('language', language);
  if (signedIn()) call('updateLanguage', { body: { language } }).catch(console.warn);
  await i18n.changeLanguage(language);
}
