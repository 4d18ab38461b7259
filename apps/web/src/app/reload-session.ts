import { forgetCopies } from '../lib/forget-copies.ts';
import { paths } from '../lib/paths.ts';
import { queryClient } from '../lib/query-client.ts';
import { closeSession, isSessionClosed, sessionToken } from '../lib/session.ts';
import { read, sessionArea, write } from '../lib/storage.ts';
import type { createRouter } from './router.tsx';

/** Before any guard has led elsewhere. */
const openedPath = location.pathname;
/** On the entry of the history, which outlives a reload: another user had this page open. */
const MARK = 'reloadedSession';
const { [MARK]: isReloaded = false, ...state } = history.state ?? {};
if (isReloaded) history.replaceState(state, '');

/**
 * Another tab signed out or in: the page starts anew, so that neither what is shown nor what is in memory or under way
 * outlives its user.
 */
export async function reloadSession(unmount: () => void, former: string | null): Promise<void> {
  if (isSessionClosed()) return;
  closeSession();
  unmount();
  queryClient.clear();
  const givenToken = read('givenToken', sessionArea);
  sessionArea.clear();
  if (givenToken !== null) write('givenToken', givenToken, sessionArea);
  await forgetCopies();
  const { pathname } = location;
  // Whoever comes by a link is about to sign in.
  if (sessionToken() === null && pathname !== paths.authToken) return location.replace(paths.landing);
  if (former !== null) history.replaceState({ ...history.state, [MARK]: true }, '');
  location.reload();
}

/** Where the guards of the page that was loaded again refuse the new user: the first page, not theirs. */
export async function leaveRefusedPath(router: ReturnType<typeof createRouter>): Promise<void> {
  if (!isReloaded) return;
  await new Promise<void>((resolve) => {
    const check = () => router.state.initialized && resolve();
    router.subscribe(check);
    check();
  });
  if (router.state.location.pathname !== openedPath) await router.navigate(paths.landing, { replace: true });
}
