import { useSyncExternalStore } from 'react';
import { fromCopy, fromServer } from './copies.ts';

let copied = false;
const listeners = new Set<() => void>();
const announce = () => {
  for (const listener of listeners) listener();
};

for (const change of ['online', 'offline']) globalThis.addEventListener?.(change, announce);

// A device may think that it is connected while no answer arrives: what is shown then is a copy all the same.
globalThis.navigator?.serviceWorker?.addEventListener('message', ({ data }) => {
  if (data !== fromCopy && data !== fromServer) return;
  copied = data === fromCopy;
  announce();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Whether the server is out of reach. */
export const useOffline = (): boolean => useSyncExternalStore(subscribe, () => !navigator.onLine || copied);
