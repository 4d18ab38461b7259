declare const self: ServiceWorkerGlobalScope;

/** As the server sends it. */
interface PushMessage {
  title: string;
  body: string;
  /** Path of the page it leads to. */
  url: string;
  tag: string;
}

/** Shows what is pushed to this browser, and opens the page it is about. */
export function registerPushHandlers(): void {
  self.addEventListener('push', (event) => {
    const message = event.data?.json() as PushMessage | undefined;
    if (message) event.waitUntil(showNotification(message));
  });
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(openWindow((event.notification.data as { url?: string } | null)?.url ?? '/'));
  });
}

const showNotification = ({ title, body, url, tag }: PushMessage): Promise<void> =>
  self.registration.showNotification(title, {
    body,
    tag,
    icon: '/icons/192.png',
    data: { url },
  });

/** In a window that is open already, if there is one. Never on another site. */
async function openWindow(path: string): Promise<void> {
  const { href, origin } = new URL(path, self.location.origin);
  if (origin !== self.location.origin) return;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const window = windows.find(({ url }) => url === href) ?? windows[0];
  try {
    await window!.focus();
    if (window!.url !== href) await window!.navigate(href);
  } catch {
    await self.clients.openWindow(href);
  }
}
