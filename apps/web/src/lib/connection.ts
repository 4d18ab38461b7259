import { useSyncExternalStore } from 'react';
import { apiHost } from './api.ts';
import { lateAnswer } from './copies.ts';
import { queryClient } from './query-client.ts';
import { isCopy } from './shown-copies.ts';
import { workerContainer } from './worker-container.ts';

let away = false;
const listeners = new Set<() => void>();
const announce = () => {
  for (const listener of listeners) listener();
};

for (const change of ['online', 'offline']) globalThis.addEventListener?.(change, announce);

workerContainer()?.addEventListener('message', ({ data }) => {
  if (data === lateAnswer) void queryClient.invalidateQueries({ predicate: isCopy });
});

/** Asks the server itself, where something failed that may have been the connection; answers whether it is there. */
export async function checkConnection(): Promise<boolean> {
  away = await fetch(`${apiHost}/health`, { cache: 'no-store' }).then(
    () => false,
    () => true,
  );
  announce();
  return !away;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Whether the server is out of reach. */
export const useOffline = (): boolean => useSyncExternalStore(subscribe, () => !navigator.onLine || away);
