import { i18n } from './lib/i18n/i18n.ts';
import { SKIP_WAITING_MESSAGE } from './lib/offline/offline-cache.ts';
import { warmOfflineCache } from './warm-offline-cache.ts';

const HOUR_MS = 60 * 60 * 1000;

/** What lets the app open without a connection. A release that arrives meanwhile is offered, never forced on anybody. */
export async function startServiceWorker(): Promise<void> {
  const registration = await navigator.serviceWorker.register('/sw.js');
  if (registration.waiting) void offerUpdate(registration);
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && registration.active) void offerUpdate(registration);
    });
  });
  warmOfflineCache().catch(() => undefined);
  let lastUpdateCheck = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - lastUpdateCheck < HOUR_MS) return;
    lastUpdateCheck = Date.now();
    registration.update().catch(() => undefined);
  });
}

/** A page that came from the new release itself needs no reload. */
async function offerUpdate(registration: ServiceWorkerRegistration): Promise<void> {
  if (!(await isOutdated())) return registration.waiting?.postMessage(SKIP_WAITING_MESSAGE);
  const { mountToasts } = await import('./ui/overlay/toast-view.tsx');
  mountToasts().add({
    description: i18n.t('errors:newVersion'),
    timeout: 0,
    actionProps: {
      children: i18n.t('errors:reload'),
      onClick: () => activateAndReload(registration),
    },
  });
}

/** Reloads once the new release answers, not while it is taking over. */
function activateAndReload({ waiting }: ServiceWorkerRegistration): void {
  if (!waiting) {
    location.reload();
    return;
  }
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting.postMessage(SKIP_WAITING_MESSAGE);
}

/** The server's page names another script than the one that runs here. */
async function isOutdated(): Promise<boolean> {
  const scriptUrl = document
    .querySelector<HTMLScriptElement>('script[type=module][src]')
    ?.getAttribute('src');
  const html = await fetch('/', { cache: 'no-store' }).then((response) =>
    response.ok ? response.text() : '',
  );
  return Boolean(scriptUrl) && html !== '' && !html.includes(scriptUrl!);
}
