import { isolateWords, type Language, languages, pickLanguage } from '@wopack/domain';
import i18next from 'i18next';
import resourcesToBackend from 'i18next-resources-to-backend';
import { initReactI18next } from 'react-i18next';
import type admin from '../locales/en/admin.json';
import type common from '../locales/en/common.json';
import type errors from '../locales/en/errors.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    returnNull: false;
    resources: { admin: typeof admin; common: typeof common; errors: typeof errors };
  }
}

type Theme = 'light' | 'dark' | 'system';

/** The console only reads what the main app stores in this origin, and has keys of its own. */
function readText(ownKey: string, mainKey: string): string | null {
  try {
    return localStorage.getItem(ownKey) ?? localStorage.getItem(mainKey);
  } catch {
    return null;
  }
}

function writeText(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Blocked storage: the choice holds until the page is left.
  }
}

/** The chosen language, else the main app's, else the browser's. */
export function getStoredLanguage(): Language {
  const stored = readText('adminLanguage', 'language');
  return languages.find((language) => language === stored) ?? pickLanguage(navigator.languages);
}
export const storeLanguage = (language: Language): void => writeText('adminLanguage', language);

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
    interpolation: { escape: isolateWords },
    returnNull: false,
  });

/** The chosen theme, else the main app's, else the device's. */
export function getStoredTheme(): Theme {
  const stored = readText('adminTheme', 'theme');
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function changeTheme(theme: Theme): void {
  writeText('adminTheme', theme);
  applyTheme(theme);
}

const getColumnsKey = (list: string) => `adminColumns.${list}`;

/** Whether columns of a list are shown, by their keys, as far as somebody has chosen. */
export function readColumnChoice(list: string): Record<string, boolean | undefined> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(getColumnsKey(list)) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, boolean>) : {};
  } catch {
    return {};
  }
}

export const storeColumnChoice = (list: string, choice: Record<string, boolean | undefined>): void =>
  writeText(getColumnsKey(list), JSON.stringify(choice));
