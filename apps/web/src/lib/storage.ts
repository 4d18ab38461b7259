import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { plainText, type StorageKey, type StoredValues } from './stored-values.ts';

declare global {
  interface Window {
    /** What `/token.js` would have put into the storage of the session. */
    sessionFallback?: Record<string, string>;
  }
}

type StorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>;

/** The storages of the browser; what it refuses to keep stays in memory for the visit. */
export const localArea = withFallback(() => localStorage);
export const sessionArea = withFallback(() => sessionStorage, globalThis.window?.sessionFallback);

const listeners = new Set<(event?: Event) => void>();
const announce = () => {
  for (const listener of listeners) listener();
};

/** The stored value, or null when there is none or it cannot be read. */
export function read<K extends StorageKey>(key: K, area: StorageArea = localArea): StoredValues[K] | null {
  return parse(key, raw(key, area));
}

/** Keeps a value; a full or blocked storage is not an error for the person. */
export function write<K extends StorageKey>(
  key: K,
  value: StoredValues[K],
  area: StorageArea = localArea,
): void {
  area.setItem(key, plainText.has(key) ? String(value) : JSON.stringify(value));
  announce();
}

export function remove(...keys: StorageKey[]): void {
  for (const key of keys) localArea.removeItem(key);
  announce();
}

export function removeFromSession(...keys: StorageKey[]): void {
  for (const key of keys) sessionArea.removeItem(key);
  announce();
}

/** Left by a refused token for when its user is back: places, texts and choices of that user alone. */
const personalKeys: readonly StorageKey[] = [
  ...(['selectedCity', 'filterByType', 'searchProductText', 'sellerPlace', 'holdUntil'] as const),
  ...(['createdPlace', 'categories', 'selectedPlace', 'isSelectedPlace', 'createdProduct'] as const),
  ...(['tempPhotos', 'packCategories', 'selectedPrice', 'description', 'packName', 'schedule'] as const),
  ...(['selectedQuantity', 'tempEmail', 'allergens', 'diet'] as const),
];

/** What is stored is this user's from now on; of another one nothing stays. */
export function claimStorage(userId: number): void {
  const former = read('userId');
  if (former === userId) return;
  if (former !== null) remove(...personalKeys);
  write('userId', userId);
}

/** Log out: everything goes. Source: docs/specification.md, Accounts. */
export function clearStorage(): void {
  localArea.clear();
  sessionArea.clear();
  announce();
}

/** Runs `listener` after each change, here or, with the event, in another tab; answers how to stop. */
export function subscribe(listener: (event?: Event) => void): () => void {
  listeners.add(listener);
  globalThis.addEventListener?.('storage', listener);
  return () => {
    listeners.delete(listener);
    globalThis.removeEventListener?.('storage', listener);
  };
}

/** A stored value as state: `[value, set]`; setting null removes it. */
export function useStored<K extends StorageKey>(key: K) {
  const text = useSyncExternalStore(subscribe, () => raw(key, localArea));
  const value = useMemo(() => parse(key, text), [key, text]);
  const set = useCallback(
    (next: StoredValues[K] | null) => (next === null ? remove(key) : write(key, next)),
    [key],
  );
  return [value, set] as const;
}

const raw = (key: StorageKey, area: StorageArea): string | null => area.getItem(key);

/** Both getting a storage and using it may throw: blocked cookies, a sandboxed frame, no room left. */
function withFallback(find: () => Storage, initial: Record<string, string> = {}): StorageArea {
  const memory = new Map(Object.entries(initial));
  const attempt = <T>(use: (storage: Storage) => T): T | undefined => {
    try {
      return use(find());
    } catch {
      return undefined;
    }
  };
  // Another tab's value is newer than the one that could not be stored here.
  globalThis.addEventListener?.('storage', (event: Event) => {
    if (!(event instanceof StorageEvent) || event.storageArea !== attempt((storage) => storage)) return;
    if (event.key === null) memory.clear();
    else memory.delete(event.key);
  });
  return {
    getItem: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    setItem(key, value) {
      memory.delete(key);
      const stored = attempt((storage) => {
        storage.setItem(key, value);
        return true;
      });
      if (stored) return;
      // The former value would be back after a reload.
      attempt((storage) => storage.removeItem(key));
      memory.set(key, value);
    },
    removeItem(key) {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
    clear() {
      memory.clear();
      attempt((storage) => storage.clear());
    },
  };
}

function parse<K extends StorageKey>(key: K, text: string | null): StoredValues[K] | null {
  if (text === null) return null;
  if (plainText.has(key)) return text as StoredValues[K];
  try {
    return JSON.parse(text) as StoredValues[K];
  } catch {
    return null;
  }
}
