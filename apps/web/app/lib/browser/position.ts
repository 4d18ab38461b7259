import { useCallback, useMemo, useSyncExternalStore } from 'react';
import {
  readStored,
  removeFromSessionStorage,
  safeSessionStorage,
  subscribeToStorage,
  writeStored,
} from '../storage/storage.ts';
import type { StoredValues } from '../storage/stored-values.ts';

export interface Position {
  latitude: number;
  longitude: number;
}

/** Why the position is unknown. */
export type LocateError = 'unsupported' | 'denied' | 'failed';

const STORAGE_KEY = 'position';
const readStoredText = () => JSON.stringify(readStored(STORAGE_KEY, safeSessionStorage));

/**
 * The user's position, stored for the session; null until they share it. With `city`: only the city of their IP
 * address.
 */
export function getStoredPosition(text = readStoredText()): {
  position: Position | null;
  city: string | null;
} {
  const { latitude, longitude, city = null } = (JSON.parse(text) ?? {}) as Partial<StoredValues['position']>;
  const position = latitude !== undefined && longitude !== undefined ? { latitude, longitude } : null;
  return { position, city: position && city };
}

/** Likewise, updated on change. */
export function useStoredPosition() {
  const text = useSyncExternalStore(subscribeToStorage, readStoredText, readStoredText);
  const stored = useMemo(() => getStoredPosition(text), [text]);
  const savePosition = useCallback(
    (next: StoredValues['position']) => writeStored(STORAGE_KEY, next, safeSessionStorage),
    [],
  );
  return { ...stored, savePosition, clearPosition: clearStoredPosition };
}

export const clearStoredPosition = (): void => removeFromSessionStorage(STORAGE_KEY);

/** Rejects with a `LocateError`. */
export function requestDevicePosition(): Promise<Position> {
  return new Promise((resolve, reject) => {
    if (!navigator.geolocation) return reject('unsupported' satisfies LocateError);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        resolve({ latitude: roundDegrees(coords.latitude), longitude: roundDegrees(coords.longitude) }),
      ({ code, PERMISSION_DENIED }) =>
        reject((code === PERMISSION_DENIED ? 'denied' : 'failed') satisfies LocateError),
      { timeout: 10_000, maximumAge: 60_000 },
    );
  });
}

/** About ten metres: a list requested twice from the same spot is cached. */
const roundDegrees = (degrees: number): number => Math.round(degrees * 10_000) / 10_000;
