import './styles/app.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { checkSession } from './features/identity/identity.api.ts';
import { queryClient } from './lib/api/query-client.ts';
import { i18nReady } from './lib/i18n/i18n.ts';
import { getServiceWorkerContainer } from './lib/offline/offline-cache.ts';
import { paths } from './lib/paths.ts';
import { cancelPushSubscription, clearUserCaches } from './lib/session/clear-user-caches.ts';
import { onSessionChange, onSessionEnd } from './lib/session/session.ts';
import { removeFromSessionStorage } from './lib/storage/storage.ts';
import { hasPrerenderedShell, waitForFirstPage } from './performance/prerendered-shell.ts';
import { leaveForbiddenPath, reloadSession } from './reload-session.ts';
import { Providers } from './root.tsx';
import { createRouter } from './router.ts';

/** A task of its own: evaluated together with all other modules it would block a slow phone. */
const routerPromise = new Promise<ReturnType<typeof createRouter>>((resolve) => {
  setTimeout(() => resolve(createRouter()));
});

let root: Root | undefined;

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
  if (location.pathname !== paths.authToken)
    void routerPromise.then((router) => router.navigate(paths.landing, { replace: true }));
});
void checkSession();

void Promise.all([routerPromise, i18nReady.catch(console.error)]).then(async ([router]) => {
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
});

if (window.Capacitor?.isNativePlatform()) {
  import('./native.ts').then(({ startNativeApp }) => startNativeApp()).catch(console.error);
}
// After every request of the first page.
if (import.meta.env.PROD && getServiceWorkerContainer()) {
  const loadServiceWorker = () =>
    import('./start-service-worker.ts')
      .then(({ startServiceWorker }) => startServiceWorker())
      .catch(console.warn);
  if (document.readyState === 'complete') void loadServiceWorker();
  else addEventListener('load', () => void loadServiceWorker());
}
