import { isolateWords, type Language } from '@wopack/domain';
import i18next from 'i18next';
import resourcesToBackend from 'i18next-resources-to-backend';
import { initReactI18next } from 'react-i18next';
import type account from '../../locales/en/account.json';
import type auth from '../../locales/en/auth.json';
import type business from '../../locales/en/business.json';
import type buyer from '../../locales/en/buyer.json';
import type counter from '../../locales/en/counter.json';
import type figures from '../../locales/en/figures.json';
import type friend from '../../locales/en/friend.json';
import type impact from '../../locales/en/impact.json';
import type invoice from '../../locales/en/invoice.json';
import type landing from '../../locales/en/landing.json';
import type legal from '../../locales/en/legal.json';
import type legalArchive from '../../locales/en/legal-archive.json';
import type offer from '../../locales/en/offer.json';
import type offers from '../../locales/en/offers.json';
import type seller from '../../locales/en/seller.json';
import type shared from '../../locales/en/shared.json';
import type trust from '../../locales/en/trust.json';
import { call } from '../api/api.ts';
import { hasSession } from '../session/session.ts';
import { writeStored } from '../storage/storage.ts';
import { getCurrentLanguage } from './language.ts';
import { addNumberFormat } from './number-format.ts';

/** A file of app/locales/<language>. Its sections are the namespaces. */
export type TextFile =
  | 'account'
  | 'auth'
  | 'business'
  | 'buyer'
  | 'counter'
  | 'figures'
  | 'friend'
  | 'impact'
  | 'invoice'
  | 'landing'
  | 'legal'
  | 'legal-archive'
  | 'offer'
  | 'offers'
  | 'seller'
  | 'shared'
  | 'trust';

type Texts = typeof account &
  typeof auth &
  typeof business &
  typeof buyer &
  typeof counter &
  typeof figures &
  typeof friend &
  typeof impact &
  typeof invoice &
  typeof landing &
  typeof legal &
  typeof legalArchive &
  typeof offer &
  typeof offers &
  typeof seller &
  typeof shared &
  typeof trust;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    returnNull: false;
    resources: Texts;
  }
}

declare global {
  interface ImportMetaEnv {
    /** Path of the files of texts, replaced at build time; see vite-plugins.ts. */
    readonly TRANSLATIONS_URL: string;
  }
}

/** Replaced likewise. Not in `import.meta.env`, where Vitest keeps only text. */
declare const TRANSLATION_SECTIONS: Record<TextFile, (keyof Texts)[]>;
const sectionsByFile = TRANSLATION_SECTIONS;

i18next.on('languageChanged', (language) => {
  if (!globalThis.document) return;
  document.documentElement.lang = language;
  // The manifest has the app's name in the installed app's language.
  document.querySelector('link[rel=manifest]')?.setAttribute('href', `/manifest/${language}.webmanifest`);
});

/** By path: a file is fetched once for all its sections. */
const requests = new Map<string, Promise<Record<string, object>>>();

async function fetchTexts(path: string): Promise<Record<string, object>> {
  const response = await fetch(`${import.meta.env.TRANSLATIONS_URL}/${path}.json`);
  if (!response.ok) throw new Error(`the texts ${path} were answered ${response.status}`);
  return (await response.json()) as Record<string, object>;
}

async function loadSection(language: string, section: string): Promise<object | undefined> {
  const [file] = Object.entries(sectionsByFile).find(([, sections]) =>
    sections.some((name) => name === section),
  )!;
  const path = `${language}/${file}`;
  const request = requests.get(path) ?? fetchTexts(path);
  requests.set(path, request);
  try {
    return (await request)[section];
  } catch (error) {
    requests.delete(path);
    throw error;
  }
}

/** Files load when a page first needs a text of them. */
export const i18n = i18next.use(resourcesToBackend(loadSection)).use(initReactI18next);

/** Resolves when the texts of every page have loaded. */
export const i18nReady = i18n.init({
  lng: getCurrentLanguage(),
  fallbackLng: false,
  // A copy: i18next adds the sections that load later.
  ns: [...sectionsByFile.shared],
  defaultNS: 'common',
  // Offline, the page must show it at once; retries would delay it by eleven seconds.
  maxRetries: 0,
  interpolation: { escape: isolateWords },
  returnNull: false,
});

addNumberFormat(i18n);

/** Resolves also when a file did not load: see `hasTexts`. */
export const loadTexts = (...files: TextFile[]): Promise<void> =>
  i18n.loadNamespaces(files.flatMap((file) => sectionsByFile[file]));

export const hasTexts = (file: TextFile): boolean =>
  sectionsByFile[file].every((section) => i18n.hasResourceBundle(i18n.language, section));

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
