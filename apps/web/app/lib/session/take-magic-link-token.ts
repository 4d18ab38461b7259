import type { StorageKey } from '../storage/stored-values.ts';

const KEY = 'givenToken' satisfies StorageKey;

/**
 * Moves the token of a sign-in link (/auth/token?token=…) out of the URL, so that it is in no history, copied link or
 * request. Runs before the app is loaded.
 */
export function takeMagicLinkToken(): void {
  if (!/\/auth\/token\/?$/.test(location.pathname)) return;
  const query = new URLSearchParams(location.search);
  const token = query.get('token')?.trim();
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
