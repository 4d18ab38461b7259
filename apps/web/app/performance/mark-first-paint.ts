import type { StorageKey } from '../lib/storage/stored-values.ts';

const readStorage = (key: StorageKey): string | null => localStorage.getItem(key);

/**
 * Before the first paint, so that neither another theme nor a page of another session is visible for a moment: the
 * theme, and which of the prerendered pages fits the visitor. They are in the language the browser asks for.
 */
export function markFirstPaint(): void {
  const { dataset, lang } = document.documentElement;
  try {
    const theme = readStorage('theme');
    if (theme === 'light' || theme === 'dark') dataset.theme = theme;
    const isSameLanguage = [lang, null].includes(readStorage('language'));
    dataset.session = isSameLanguage ? (readStorage('token') === null ? 'guest' : 'member') : 'mismatch';
  } catch {
    // Storage is blocked: the system's theme applies, and the visitor is a guest.
    dataset.session = 'guest';
  }
}
