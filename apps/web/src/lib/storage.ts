import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { plainText, type StorageKey, type StoredValues } from './stored-values.ts';

const listeners = new Set<() => void>();
const announce = () => {
  for (const listener of listeners) listener();
};

/** The stored value, or null when there is none or it cannot be read. */
export function read<K extends StorageKey>(key: K, area: Storage = localStorage): StoredValues[K] | null {
  return parse(key, raw(key, area));
}

/** Keeps a value; a full or blocked storage is not an error for the person. */
export function write<K extends StorageKey>(
  key: K,
  value: StoredValues[K],
  area: Storage = localStorage,
): void {
  try {
    area.setItem(key, plainText.has(key) ? String(value) : JSON.stringify(value));
  } catch (error) {
    console.warn('not stored', key, error);
  }
  announce();
}

export function remove(...keys: StorageKey[]): void {
  for (const key of keys) localStorage.removeItem(key);
  announce();
}

/** Log out: everything goes. Source: specification, section 4. */
export function clearStorage(): void {
  localStorage.clear();
  sessionStorage.clear();
  announce();
}

/** Runs `listener` after each change, here or in another tab; answers how to stop. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** A stored value as state: `[value, set]`; setting null removes it. */
export function useStored<K extends StorageKey>(key: K) {
  const text = useSyncExternalStore(subscribe, () => raw(key, localStorage));
  const value = useMemo(() => parse(key, text), [key, text]);
  const set = useCallback(
    (next: StoredValues[K] | null) => (next === null ? remove(key) : write(key, next)),
    [key],
  );
  return [value, set] as const;
}

function raw(key: StorageKey, area: Storage): string | null {
  try {
    return area.getItem(key);
  } catch {
    return null;
  }
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
