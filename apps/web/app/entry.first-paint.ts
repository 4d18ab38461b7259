import { takeMagicLinkToken } from './lib/session/take-magic-link-token.ts';
import type { StorageKey } from './lib/storage/stored-values.ts';
import { requestOffersEarly } from './performance/request-offers-early.ts';

const readStorage = (key: StorageKey): string | null => localStorage.getItem(key);

/**
 * Runs before the first paint, so that neither another theme nor a page of another session flashes: sets the theme,
 * and which prerendered page fits the visitor. Those pages are in the browser's language.
 */
function markFirstPaint(): void {
  const { dataset, lang } = document.documentElement;
  try {
    const theme = readStorage('theme');
    if (theme === 'light' || theme === 'dark') dataset.theme = theme;
    const isSameLanguage = [lang, null].includes(readStorage('language'));
    dataset.session = isSameLanguage ? (readStorage('token') === null ? 'guest' : 'member') : 'mismatch';
  } catch {
    // Storage is blocked: the system's theme applies, and the visitor counts as a guest.
    dataset.session = 'guest';
  }
}

takeMagicLinkToken();
markFirstPaint();
requestOffersEarly();
