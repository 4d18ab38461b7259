import { queryClient } from './lib/api/query-client.ts';
import { paths } from './lib/paths.ts';
import { clearUserCaches } from './lib/session/clear-user-caches.ts';
import { closeSession, getSessionToken, isSessionClosed } from './lib/session/session.ts';
import { readStored, safeSessionStorage, writeStored } from './lib/storage/storage.ts';
import type { createRouter } from './router.ts';

/** Read before any guard redirects. */
const initialPath = location.pathname;
/** In the state of the history entry, which survives a reload: another user had this page open. */
const RELOADED_STATE_KEY = 'reloadedSession';
const { [RELOADED_STATE_KEY]: isReloaded = false, ...state } = history.state ?? {};
if (isReloaded) history.replaceState(state, '');

/** Another tab signed out or in: the page reloads, so that no data or request of the former user remains. */
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
  // A sign-in link replaces the session.
  if (getSessionToken() === null && pathname !== paths.authToken) return location.replace(paths.landing);
  if (previousToken !== null) history.replaceState({ ...history.state, [RELOADED_STATE_KEY]: true }, '');
  location.reload();
}

/** When guards refuse the reloaded page to the new user: opens the landing page. */
export async function leaveForbiddenPath(router: ReturnType<typeof createRouter>): Promise<void> {
  if (!isReloaded) return;
  await new Promise<void>((resolve) => {
    const resolveWhenReady = () => router.state.initialized && resolve();
    router.subscribe(resolveWhenReady);
    resolveWhenReady();
  });
  if (router.state.location.pathname !== initialPath) await router.navigate(paths.landing, { replace: true });
}
