import '../styles/base.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { endPush } from '../lib/end-push.ts';
import { forgetCopies } from '../lib/forget-copies.ts';
import { arrived, framed } from '../lib/framed.ts';
import { i18nReady } from '../lib/i18n.ts';
import { paths } from '../lib/paths.ts';
import { queryClient } from '../lib/query-client.ts';
import { onSessionChange, onSessionEnd } from '../lib/session.ts';
import { removeFromSession } from '../lib/storage.ts';
import { workerContainer } from '../lib/worker-container.ts';
import { checkSession } from '../modules/identity/identity.api.ts';
import { Providers } from './providers.tsx';
import { leaveRefusedPath, reloadSession } from './reload-session.ts';
import { createRouter } from './router.tsx';

/** A task of its own: together with what all modules do when they are read it would hold up a slow phone. */
const router = new Promise<ReturnType<typeof createRouter>>((made) => {
  setTimeout(() => made(createRouter()));
});

let root: Root | undefined;

onSessionChange(({ former, elsewhere }) => {
  window.askedEarly = undefined;
  if (elsewhere) void reloadSession(() => root?.unmount(), former);
});
onSessionEnd(() => {
  queryClient.clear();
  removeFromSession('position');
  void endPush();
  void forgetCopies();
  // Whoever comes by a link is about to sign in.
  if (location.pathname !== paths.authToken)
    void router.then((ready) => ready.navigate(paths.landing, { replace: true }));
});
void checkSession();

void Promise.all([router, i18nReady.catch(console.error)]).then(async ([ready]) => {
  if (framed) await arrived(ready);
  void leaveRefusedPath(ready);
  root = createRoot(document.getElementById('root')!);
  // In slices: a first page drawn in one go holds up a slow phone for a second.
  startTransition(() => {
    root?.render(
      <StrictMode>
        <Providers>
          <RouterProvider router={ready} />
        </Providers>
      </StrictMode>,
    );
  });
});

if (window.Capacitor?.isNativePlatform()) {
  import('./native.ts').then(({ startNative }) => startNative()).catch(console.error);
}
// After everything the first page needs.
if (import.meta.env.PROD && workerContainer()) {
  const start = () => import('./worker.ts').then(({ startWorker }) => startWorker()).catch(console.warn);
  if (document.readyState === 'complete') void start();
  else addEventListener('load', () => void start());
}
