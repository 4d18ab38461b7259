import { clientsClaim } from 'workbox-core';
import { CacheExpiration, ExpirationPlugin } from 'workbox-expiration';
import { PrecacheController, type PrecacheEntry, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import {
  ASSET_CACHE,
  CLEAR_CACHES_MESSAGE,
  deleteUserCaches,
  PICTURE_CACHE,
  SHELL_CACHE,
} from '../lib/offline/offline-cache.ts';
import { answerQuestion, findChoice, type PushQuestion } from './answer-question.ts';
import { isOrderAction } from './cached-orders.ts';
import { findNotificationWindow } from './notification-window.ts';
import {
  handleCityUpdate,
  handleOrderAction,
  handleUserRequest,
  invalidateUserCache,
  isCacheable,
  isCityUpdate,
} from './user-cache.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] };

const NETWORK_TIMEOUT_SECONDS = 3;

/** Paths served by the server itself. */
const SERVER_PATHS = [
  /^\/(api|google|apple|facebook|media|sandbox|dev|docs|assets)\//,
  /^\/(docs|openapi\.json|health)$/,
  // The operator console is an app of its own.
  /^\/admin(\/|$)/,
];

registerAppShell(self.__WB_MANIFEST);
registerPushHandlers();
registerRoute(isCacheable, handleUserRequest);
registerRoute(isOrderAction, handleOrderAction, 'POST');
registerRoute(isCityUpdate, handleCityUpdate, 'POST');
const pictureLimits = { maxEntries: 150 };
registerRoute(
  ({ url, request }) =>
    request.destination === 'image' &&
    url.pathname.startsWith('/media/') &&
    // Whoever may see evidence today may not tomorrow.
    !url.pathname.startsWith('/media/evidence/'),
  new CacheFirst({ cacheName: PICTURE_CACHE, plugins: [new ExpirationPlugin(pictureLimits)] }),
);
// Fonts, food icons and pages visited before.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({ cacheName: ASSET_CACHE, plugins: [new ExpirationPlugin({ maxEntries: 250 })] }),
);

// Controls the page of the first visit too, so that a ticket bought in it opens offline.
clientsClaim();

self.addEventListener('message', (event) => {
  // Sent by `messageSkipWaiting` of workbox-window.
  if (event.data?.type === 'SKIP_WAITING') void self.skipWaiting();
  if (event.data !== CLEAR_CACHES_MESSAGE) return;
  invalidateUserCache();
  // The expiration plugin's database names the photos that were viewed.
  event.waitUntil(
    Promise.all([deleteUserCaches(), new CacheExpiration(PICTURE_CACHE, pictureLimits).delete()]),
  );
});

/** Precaches the app shell and opens navigations with it when the server does not respond. */
function registerAppShell(files: PrecacheEntry[]): void {
  const precacheController = new PrecacheController({ cacheName: SHELL_CACHE });
  precacheController.addToCacheList(files);
  self.addEventListener('install', (event) => void precacheController.install(event));
  self.addEventListener('activate', (event) => void precacheController.activate(event));
  registerRoute(new PrecacheRoute(precacheController, { directoryIndex: '', cleanURLs: false }));

  // Network first: after a release the files of the cached page may no longer exist.
  const navigationStrategy = new NetworkFirst({
    cacheName: SHELL_CACHE,
    networkTimeoutSeconds: NETWORK_TIMEOUT_SECONDS,
    plugins: [
      {
        cacheKeyWillBeUsed: async () => precacheController.getCacheKeyForURL('/index.html')!,
        cacheWillUpdate: async () => null,
        fetchDidSucceed: async ({ response }) => {
          if (response.status >= 500) throw new Error(`status ${response.status}`);
          return response;
        },
      },
    ],
  });
  registerRoute(new NavigationRoute(navigationStrategy, { denylist: SERVER_PATHS }));
}

interface PushMessage {
  title: string;
  body: string;
  /** Path to open. */
  url: string;
  tag: string;
  question?: PushQuestion;
}

function registerPushHandlers(): void {
  self.addEventListener('push', (event) => {
    const message = event.data?.json() as PushMessage | undefined;
    if (message) event.waitUntil(showNotification(message));
  });
  self.addEventListener('pushsubscriptionchange', (event) => {
    event.waitUntil(renewSubscription(event as PushSubscriptionChangeEvent));
  });
  self.addEventListener('notificationclick', (event) => {
    const { notification } = event;
    notification.close();
    const { url = '/', question } = (notification.data ?? {}) as Partial<PushMessage>;
    const quantity = findChoice(question, event.action);
    event.waitUntil(
      question && quantity !== null ? publishAnswer(notification, question, quantity) : openWindow(url),
    );
  });
}

/** Not in TypeScript's library yet. Source: https://www.w3.org/TR/push-api/#the-pushsubscriptionchange-event */
interface PushSubscriptionChangeEvent extends ExtendableEvent {
  readonly newSubscription: PushSubscription | null;
  readonly oldSubscription: PushSubscription | null;
}

/** Pauses between attempts. A browser ends a worker that takes much longer for an event. */
const RENEWAL_PAUSES_MS = [1000, 5000, 20_000];

/**
 * The browser has replaced its subscription, or asks to. If the last attempt fails too, the server learns from the push
 * service that the former one has ended, and sends mail.
 */
async function renewSubscription(event: PushSubscriptionChangeEvent): Promise<void> {
  for (const pause of RENEWAL_PAUSES_MS) {
    try {
      return await sendRenewal(event);
    } catch (error) {
      console.warn('the push subscription is not renewed yet', error);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  await sendRenewal(event);
}

async function sendRenewal({ oldSubscription, newSubscription }: PushSubscriptionChangeEvent): Promise<void> {
  if (!oldSubscription) return;
  const subscription =
    newSubscription ?? (await self.registration.pushManager.subscribe(oldSubscription.options));
  const { endpoint, keys } = subscription.toJSON();
  const { status } = await fetch('/api/v1/push_subscription/renew', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ former_endpoint: oldSubscription.endpoint, endpoint, keys }),
  });
  // Whatever else is refused would be refused again.
  if (status >= 500 || status === 429) throw new Error(`status ${status}`);
}

/** Not in TypeScript's library yet. Source: https://notifications.spec.whatwg.org/#dictdef-notificationaction */
interface OptionsWithActions extends NotificationOptions {
  actions?: { action: string; title: string }[];
}

const showNotification = ({ title, body, url, tag, question }: PushMessage): Promise<void> =>
  self.registration.showNotification(title, {
    body,
    tag,
    icon: '/icons/192.png',
    data: { url, question },
    ...(question && {
      requireInteraction: true,
      actions: question.choices.map((choice) => ({ action: String(choice.quantity), title: choice.title })),
    }),
  } satisfies OptionsWithActions);

/** Also from the lock screen, without a page. */
async function publishAnswer(
  { title, tag, data }: Notification,
  question: PushQuestion,
  quantity: number,
): Promise<void> {
  const subscription = await self.registration.pushManager.getSubscription();
  const answer = await answerQuestion(question, { quantity, endpoint: subscription?.endpoint, title });
  await showNotification({ ...answer, tag, url: (data as { url: string }).url });
}

/** In an open window if nothing is lost there. Never on another origin. */
async function openWindow(path: string): Promise<void> {
  const { href, origin } = new URL(path, self.location.origin);
  if (origin !== self.location.origin) return;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const window = findNotificationWindow(windows, href);
  if (!window) return void (await self.clients.openWindow(href));
  try {
    await window.focus();
    if (window.url !== href) await window.navigate(href);
  } catch {
    await self.clients.openWindow(href);
  }
}
