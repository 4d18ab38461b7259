import { formatCents } from '@wopack/domain';
import { cn } from '@wopack/ui/cn.ts';
import { showErrorMessage } from '@wopack/ui/overlay/toast.ts';
import { StrictMode, startTransition } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { checkSession } from './features/identity/identity.api.ts';
import { queryClient } from './lib/api/query-client.ts';
import { meQuery } from './lib/data/shared-queries.ts';
import { i18n, i18nReady } from './lib/i18n/i18n.ts';
import { getCurrentLanguage } from './lib/i18n/language.ts';
import {
  cancelPushSubscription,
  clearUserCaches,
  getServiceWorkerContainer,
} from './lib/offline/offline-cache.ts';
import { paths } from './lib/paths.ts';
import {
  closeSession,
  getSessionToken,
  isSessionClosed,
  onSessionChange,
  onSessionEnd,
} from './lib/session/session.ts';
import {
  readStored,
  removeFromSessionStorage,
  safeSessionStorage,
  writeStored,
} from './lib/storage/storage.ts';
import { hasPrerenderedShell, waitForFirstPage } from './performance/prerendered-shell.ts';
import { Providers } from './root.tsx';
import { createRouter } from './router.ts';

/** Read before any guard redirects. */
const initialPath = location.pathname;
/** In the state of the history entry, which survives a reload: another user had this page open. */
const RELOADED_STATE_KEY = 'reloadedSession';
const { [RELOADED_STATE_KEY]: isReloaded = false, ...state } = history.state ?? {};
if (isReloaded) history.replaceState(state, '');

/** Another tab signed out or in: the page reloads, so that no data or request of the former user remains. */
async function reloadSession(unmount: () => void, previousToken: string | null): Promise<void> {
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
async function leaveForbiddenPath(router: ReturnType<typeof createRouter>): Promise<void> {
  if (!isReloaded) return;
  await new Promise<void>((resolve) => {
    const resolveWhenReady = () => router.state.initialized && resolve();
    router.subscribe(resolveWhenReady);
    resolveWhenReady();
  });
  if (router.state.location.pathname !== initialPath) await router.navigate(paths.landing, { replace: true });
}

/** A task of its own: evaluated together with all other modules it would block a slow phone. */
const routerPromise = new Promise<ReturnType<typeof createRouter>>((resolve) => {
  setTimeout(() => resolve(createRouter()));
});

// Slow at their first call: not within the task that renders the first page.
setTimeout(() => cn('block'));
setTimeout(() => formatCents(0, getCurrentLanguage()));

let root: Root | undefined;

// The name of the user's city is in the language that it was requested in.
i18n.on('languageChanged', () => void queryClient.invalidateQueries({ queryKey: meQuery.queryKey }));

onSessionChange(({ previousToken, isOtherTab }) => {
  window.prefetched = undefined;
  if (isOtherTab) void reloadSession(() => root?.unmount(), previousToken);
});
onSessionEnd(() => {
  queryClient.clear();
  removeFromSessionStorage('position');
  void cancelPushSubscription();
  void clearUserCaches();
  // A sign-in link replaces the session, so a missing one is no reason to redirect.
  if (location.pathname !== paths.authToken) void leaveEndedSession();
});
void checkSession();

/** Another device, a new password or the end of its time has ended it: the page that was open would be gone unexplained. */
async function leaveEndedSession(): Promise<void> {
  const router = await routerPromise;
  await router.navigate(paths.landing, { replace: true });
  await i18nReady;
  showErrorMessage(i18n.t('errors:sessionEnded'));
}

async function renderFirstPage(): Promise<void> {
  const [router] = await Promise.all([routerPromise, i18nReady.catch(console.error)]);
  if (hasPrerenderedShell) await waitForFirstPage(router);
  void leaveForbiddenPath(router);
  root = createRoot(document.getElementById('root')!);
  // Rendered in slices by `startTransition`: in one go, the first page blocks a slow phone for a second.
  startTransition(() => {
    root?.render(
      <StrictMode>
        <Providers>
          <RouterProvider router={router} />
        </Providers>
      </StrictMode>,
    );
  });
}

/** After every request of the first page. */
async function loadServiceWorker(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  const { startServiceWorker } = await import('./start-service-worker.ts');
  await startServiceWorker();
}

const isFirstPageRendered = renderFirstPage();
if (import.meta.env.PROD && getServiceWorkerContainer())
  isFirstPageRendered.then(loadServiceWorker).catch(console.warn);

declare global {
  interface Window {
    /** Injected by the mobile app before any script runs; undefined in a browser. */
    Capacitor?: { isNativePlatform(): boolean };
  }
}

if (window.Capacitor?.isNativePlatform()) {
  import('./native.ts').then(({ startNativeApp }) => startNativeApp()).catch(console.error);
}
