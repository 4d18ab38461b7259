import { takeOver } from '../lib/copies.ts';
import { i18n } from '../lib/i18n.ts';
import { keepTickets } from './keep-tickets.ts';

const HOUR_MS = 60 * 60 * 1000;

/** What lets the app open without a connection. A release that arrives meanwhile is offered, never forced on anybody. */
export async function startWorker(): Promise<void> {
  const registration = await navigator.serviceWorker.register('/sw.js');
  if (registration.waiting) void welcome(registration);
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && registration.active) void welcome(registration);
    });
  });
  keepTickets().catch(() => undefined);
  let asked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - asked < HOUR_MS) return;
    asked = Date.now();
    registration.update().catch(() => undefined);
  });
}

/** A page that came from the new release itself needs no reload. */
async function welcome(registration: ServiceWorkerRegistration): Promise<void> {
  if (!(await isOutdated())) return registration.waiting?.postMessage(takeOver);
  const { mountToasts } = await import('../ui/toast-view.tsx');
  mountToasts().add({
    description: i18n.t('errors:newVersion'),
    timeout: 0,
    actionProps: {
      children: i18n.t('errors:reload'),
      onClick: () => reloadWith(registration),
    },
  });
}

/** Reloads once the new release answers, not while it is taking over. */
function reloadWith({ waiting }: ServiceWorkerRegistration): void {
  if (!waiting) {
    location.reload();
    return;
  }
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting.postMessage(takeOver);
}

/** The server's page names another script than the one that runs here. */
async function isOutdated(): Promise<boolean> {
  const own = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.getAttribute('src');
  const page = await fetch('/', { cache: 'no-store' }).then((reply) => (reply.ok ? reply.text() : ''));
  return Boolean(own) && page !== '' && !page.includes(own!);
}
