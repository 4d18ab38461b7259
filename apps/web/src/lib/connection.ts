import { useSyncExternalStore } from 'react';
import { apiHost } from './api.ts';
import { fromCopy, fromServer } from './copies.ts';
import { workerContainer } from './worker-container.ts';

let away = false;
const listeners = new Set<() => void>();
const announce = () => {
  for (const listener of listeners) listener();
};

for (const change of ['online', 'offline']) globalThis.addEventListener?.(change, announce);

// A device may think that it is connected while no answer arrives: what is shown then is a copy all the same.
workerContainer()?.addEventListener('message', ({ data }) => {
  if (data !== fromCopy && data !== fromServer) return;
  away = data === fromCopy;
  announce();
});

/** Asks the server itself, where something failed that may have been the connection. */
export async function checkConnection(): Promise<void> {
  away = await fetch(`${apiHost}/health`, { cache: 'no-store' }).then(
    () => false,
    () => true,
  );
  announce();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Whether the server is out of reach. */
export const useOffline = (): boolean => useSyncExternalStore(subscribe, () => !navigator.onLine || away);
