import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { PLAIN_TEXT_KEYS, REGISTRATION_KEYS, type StorageKey, type StoredValues } from './stored-values.ts';

declare global {
  interface Window {
    /** Set by take-magic-link-token.ts when session storage is blocked. */
    sessionFallback?: Record<string, string>;
  }
}

type SafeStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>;

/** The browser's storages; what they refuse stays in memory for the visit. */
export const safeLocalStorage = createSafeStorage(() => localStorage);
export const safeSessionStorage = createSafeStorage(() => sessionStorage, globalThis.window?.sessionFallback);

const listeners = new Set<(event?: Event) => void>();
const notifyListeners = () => {
  for (const listener of listeners) listener();
};

/** The stored value, or null when there is none or it is unreadable. */
export function readStored<K extends StorageKey>(
  key: K,
  storage: SafeStorage = safeLocalStorage,
): StoredValues[K] | null {
  return parseStored(key, readText(key, storage));
}

/** A full or blocked storage is not an error for the user. */
export function writeStored<K extends StorageKey>(
  key: K,
  value: StoredValues[K],
  storage: SafeStorage = safeLocalStorage,
): void {
  storage.setItem(key, PLAIN_TEXT_KEYS.has(key) ? String(value) : JSON.stringify(value));
  notifyListeners();
}

export function removeStored(...keys: StorageKey[]): void {
  for (const key of keys) safeLocalStorage.removeItem(key);
  notifyListeners();
}

export function removeFromSessionStorage(...keys: StorageKey[]): void {
  for (const key of keys) safeSessionStorage.removeItem(key);
  notifyListeners();
}

/** Retained after a refused token for the same user: drafts and selections. */
const USER_KEYS: readonly StorageKey[] = [
  'selectedCity',
  'filterByType',
  'searchProductText',
  'searchFavouriteText',
  'sellerPlaces',
  'holdUntil',
  'openOrderUntil',
  'entriesUntil',
  'tempEmail',
  ...Object.values(REGISTRATION_KEYS),
];

/** Assigns the stored values to this user; those of another user are deleted. */
export function assignStorageToUser(userId: number): void {
  const previousUserId = readStored('userId');
  if (previousUserId === userId) return;
  if (previousUserId !== null) {
    removeStored(...USER_KEYS);
    removeFromSessionStorage('food');
  }
  writeStored('userId', userId);
}

/** These belong to the device, whoever uses it. */
export const DEVICE_KEYS = [
  'deviceKey',
  'counterToken',
  'counterSnapshot',
  'counterScans',
] as const satisfies StorageKey[];

/** Log-out: deletes everything but what belongs to the device. Source: docs/specification.md, Accounts. */
export function clearStorage(): void {
  const kept = DEVICE_KEYS.map((key) => [key, safeLocalStorage.getItem(key)] as const);
  safeLocalStorage.clear();
  for (const [key, text] of kept) if (text !== null) safeLocalStorage.setItem(key, text);
  safeSessionStorage.clear();
  notifyListeners();
}

/** Runs `listener` after each change, in this tab or, with the event, in another. Returns the unsubscribe function. */
export function subscribeToStorage(listener: (event?: Event) => void): () => void {
  listeners.add(listener);
  globalThis.addEventListener?.('storage', listener);
  return () => {
    listeners.delete(listener);
    globalThis.removeEventListener?.('storage', listener);
  };
}

/** A stored value as state: `[value, set]`; setting null removes it. */
export function useStored<K extends StorageKey>(key: K, storage: SafeStorage = safeLocalStorage) {
  const getText = () => readText(key, storage);
  const text = useSyncExternalStore(subscribeToStorage, getText, getText);
  const value = useMemo(() => parseStored(key, text), [key, text]);
  const setValue = useCallback(
    (next: StoredValues[K] | null) => {
      if (next !== null) return writeStored(key, next, storage);
      storage.removeItem(key);
      notifyListeners();
    },
    [key, storage],
  );
  return [value, setValue] as const;
}

const readText = (key: StorageKey, storage: SafeStorage): string | null => storage.getItem(key);

/** Both getting a storage and using it may throw: blocked cookies, a sandboxed frame, a full quota. */
function createSafeStorage(getStorage: () => Storage, initial: Record<string, string> = {}): SafeStorage {
  const memory = new Map(Object.entries(initial));
  const tryStorage = <T>(operation: (storage: Storage) => T): T | undefined => {
    try {
      return operation(getStorage());
    } catch {
      return undefined;
    }
  };
  // Another tab's value is newer than the one that could not be stored here.
  globalThis.addEventListener?.('storage', (event: Event) => {
    if (!(event instanceof StorageEvent) || event.storageArea !== tryStorage((storage) => storage)) return;
    if (event.key === null) memory.clear();
    else memory.delete(event.key);
  });
  return {
    getItem: (key) => memory.get(key) ?? tryStorage((storage) => storage.getItem(key)) ?? null,
    setItem(key, value) {
      memory.delete(key);
      const isStored = tryStorage((storage) => {
        storage.setItem(key, value);
        return true;
      });
      if (isStored) return;
      // The former value would return after a reload.
      tryStorage((storage) => storage.removeItem(key));
      memory.set(key, value);
    },
    removeItem(key) {
      memory.delete(key);
      tryStorage((storage) => storage.removeItem(key));
    },
    clear() {
      memory.clear();
      tryStorage((storage) => storage.clear());
    },
  };
}

function parseStored<K extends StorageKey>(key: K, text: string | null): StoredValues[K] | null {
  if (text === null) return null;
  if (PLAIN_TEXT_KEYS.has(key)) return text as StoredValues[K];
  try {
    return JSON.parse(text) as StoredValues[K];
  } catch {
    return null;
  }
}
