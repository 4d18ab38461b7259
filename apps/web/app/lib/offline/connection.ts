import { useSyncExternalStore } from 'react';
import { apiHost } from '../api/api.ts';
import { isCachedQuery, queryClient } from '../api/query-client.ts';
import { getServiceWorkerContainer, LATE_RESPONSE_MESSAGE } from './offline-cache.ts';

let isServerUnreachable = false;
const listeners = new Set<() => void>();
const notifyListeners = () => {
  for (const listener of listeners) listener();
};

for (const eventName of ['online', 'offline']) globalThis.addEventListener?.(eventName, notifyListeners);

getServiceWorkerContainer()?.addEventListener('controllerchange', notifyListeners);
getServiceWorkerContainer()?.addEventListener('message', ({ data }) => {
  if (data === LATE_RESPONSE_MESSAGE) void queryClient.invalidateQueries({ predicate: isCachedQuery });
});

let lastCheck = 0;

/** Pings the server after a failure that may be the connection's; resolves to whether it is reachable. */
export async function checkConnection(): Promise<boolean> {
  const check = ++lastCheck;
  const isReachable = await fetch(`${apiHost}/health`, { cache: 'no-store' }).then(
    () => true,
    () => false,
  );
  // An older answer may come after a newer one.
  if (check === lastCheck) {
    isServerUnreachable = !isReachable;
    notifyListeners();
  }
  return isReachable;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Whether tickets and lists open offline: once the service worker has stored them and controls this page. */
export const useIsOfflineReady = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => Boolean(getServiceWorkerContainer()?.controller),
    () => false,
  );

/** Whether the server is unreachable. */
export const useIsOffline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => !navigator.onLine || isServerUnreachable,
    () => false,
  );
