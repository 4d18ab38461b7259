import type { StorageKey } from '../storage/stored-values.ts';

const KEY = 'givenToken' satisfies StorageKey;

/**
 * Moves the token of a sign-in link (/auth/token#token=…, or in the query as links had it before and other apps write it)
 * out of the URL, so that it is in no history, copied link or request. Runs before the app is loaded.
 */
export function takeMagicLinkToken(): void {
  if (!/\/auth\/token\/?$/.test(location.pathname)) return;
  const query = new URLSearchParams(location.search);
  const fragment = new URLSearchParams(location.hash.slice(1));
  const token = (fragment.get('token') ?? query.get('token'))?.trim();
  query.delete('token');
  history.replaceState(history.state, '', location.pathname + (query.size ? `?${query}` : ''));
  if (!token) return;
  try {
    sessionStorage.setItem(KEY, token);
  } catch {
    // Storage is blocked: lib/storage takes it from here, for this page only.
    window.sessionFallback = { [KEY]: token };
  }
}
