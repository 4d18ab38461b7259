import { HOUR_MS } from '@wopack/domain';
import { Workbox } from 'workbox-window';
import { ordersQuery } from './features/orders/buyer-orders.api.ts';
import { queryClient } from './lib/api/query-client.ts';
import { i18n } from './lib/i18n/i18n.ts';
import { hasSession } from './lib/session/session.ts';

/** Registers the offline support. A new release is offered, never activated without consent. */
export async function startServiceWorker(): Promise<void> {
  const isControlled = navigator.serviceWorker.controller !== null;
  const workbox = new Workbox('/sw.js');
  workbox.addEventListener('waiting', () => {
    offerUpdate(workbox).catch(() => undefined);
  });
  await workbox.register();
  warmOfflineCache(workbox.controlling, isControlled).catch(() => undefined);
  let lastUpdateCheck = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - lastUpdateCheck < HOUR_MS) return;
    lastUpdateCheck = Date.now();
    workbox.update().catch(() => undefined);
  });
}

/** A page already served by the new release needs no reload. */
async function offerUpdate(workbox: Workbox): Promise<void> {
  if (!(await isOutdated())) return workbox.messageSkipWaiting();
  const { mountToasts } = await import('@wopack/ui/overlay/toast-view.tsx');
  mountToasts().add({
    description: i18n.t('errors:newVersion'),
    timeout: 0,
    actionProps: {
      children: i18n.t('errors:reload'),
      onClick: () => activateAndReload(workbox),
    },
  });
}

/** Reloads once the new worker controls the page, not while it is activating. */
async function activateAndReload(workbox: Workbox): Promise<void> {
  // Another tab may have activated it already.
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration?.waiting) return location.reload();
  workbox.addEventListener('controlling', () => location.reload());
  workbox.messageSkipWaiting();
}

/** Whether the server's page names another script than the running one. */
async function isOutdated(): Promise<boolean> {
  const scriptUrl = document
    .querySelector<HTMLScriptElement>('script[type=module][src]')
    ?.getAttribute('src');
  const html = await fetch('/', { cache: 'no-store' }).then((response) =>
    response.ok ? response.text() : '',
  );
  return Boolean(scriptUrl) && html !== '' && !html.includes(scriptUrl!);
}

/**
 * Makes the history and open tickets available offline even if they were never viewed on this device. The service
 * worker caches only what passes through it, which on a first visit is nothing until it controls the page.
 */
async function warmOfflineCache(controlling: Promise<unknown>, isControlled: boolean): Promise<void> {
  if (!hasSession()) return;
  await controlling;
  const query = ordersQuery(i18n.language);
  // A list requested without the worker is requested once more, through it.
  await queryClient.infiniteQuery(isControlled ? query : { ...query, staleTime: 0 });
}
