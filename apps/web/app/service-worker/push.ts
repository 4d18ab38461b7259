declare const self: ServiceWorkerGlobalScope;

interface PushMessage {
  title: string;
  body: string;
  /** Path to open. */
  url: string;
  tag: string;
}

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

/** In an open window if there is one. Never on another origin. */
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
