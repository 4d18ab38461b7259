import { queryClient } from './lib/api/query-client.ts';
import { paths } from './lib/paths.ts';
import { clearUserCaches } from './lib/session/clear-user-caches.ts';
import { closeSession, getSessionToken, isSessionClosed } from './lib/session/session.ts';
import { readStored, safeSessionStorage, writeStored } from './lib/storage/storage.ts';
import type { createRouter } from './router.ts';

/** Before any guard has led elsewhere. */
const initialPath = location.pathname;
/** On the entry of the history, which outlives a reload: another user had this page open. */
const RELOADED_STATE_KEY = 'reloadedSession';
const { [RELOADED_STATE_KEY]: isReloaded = false, ...state } = history.state ?? {};
if (isReloaded) history.replaceState(state, '');

/**
 * Another tab signed out or in: the page starts anew, so that neither what is shown nor what is in memory or under way
 * outlives its user.
 */
export async function reloadSession(unmount: () => void, previousToken: string | null): Promise<void> {
  if (isSessionClosed()) return;
  closeSession();
  unmount();
  queryClient.clear();
  const magicLinkToken = readStored('givenToken', safeSessionStorage);
  safeSessionStorage.clear();
  if (magicLinkToken !== null) writeStored('givenToken', magicLinkToken, safeSessionStorage);
  await clearUserCaches();
  const { pathname } = location;
  // Whoever comes by a link is about to sign in.
  if (getSessionToken() === null && pathname !== paths.authToken) return location.replace(paths.landing);
  if (previousToken !== null) history.replaceState({ ...history.state, [RELOADED_STATE_KEY]: true }, '');
  location.reload();
}

/** Where the guards of the page that was loaded again refuse the new user: the first page, not theirs. */
export async function leaveForbiddenPath(router: ReturnType<typeof createRouter>): Promise<void> {
  if (!isReloaded) return;
  await new Promise<void>((resolve) => {
    const resolveWhenReady = () => router.state.initialized && resolve();
    router.subscribe(resolveWhenReady);
    resolveWhenReady();
  });
  if (router.state.location.pathname !== initialPath) await router.navigate(paths.landing, { replace: true });
}
