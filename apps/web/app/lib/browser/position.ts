import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
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

interface Options<T> {
  onPosition: (position: Position) => T | Promise<T>;
  /** While it is still being located. */
  onFailure?: (error: LocateError) => Promise<void> | void;
  /** As exact as the device can; otherwise to about ten metres. */
  isExact?: boolean;
}

/** Asks for the device's position on a press; resolves to what `onPosition` returns, or to why there is none. */
export function useDevicePosition<T>({ onPosition, onFailure, isExact = false }: Options<T>) {
  const [state, setState] = useState<'idle' | 'locating' | 'located' | LocateError>('idle');
  const locate = async (): Promise<T | LocateError> => {
    setState('locating');
    try {
      const result = await onPosition(await requestDevicePosition(isExact));
      setState('located');
      return result;
    } catch (reason) {
      const error = isLocateError(reason) ? reason : 'failed';
      await onFailure?.(error);
      setState(error);
      return error;
    }
  };
  return {
    locate,
    isLocating: state === 'locating',
    isLocated: state === 'located',
    error: isLocateError(state) ? state : null,
  };
}

const isLocateError = (value: unknown): value is LocateError =>
  value === 'unsupported' || value === 'denied' || value === 'failed';

/** Rejects with a `LocateError`. */
function requestDevicePosition(isExact: boolean): Promise<Position> {
  return new Promise((resolve, reject) => {
    if (!navigator.geolocation) return reject('unsupported' satisfies LocateError);
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) =>
        resolve(
          isExact
            ? { latitude, longitude }
            : { latitude: roundDegrees(latitude), longitude: roundDegrees(longitude) },
        ),
      ({ code, PERMISSION_DENIED }) =>
        reject((code === PERMISSION_DENIED ? 'denied' : 'failed') satisfies LocateError),
      { enableHighAccuracy: isExact, timeout: isExact ? 15_000 : 10_000, maximumAge: 60_000 },
    );
  });
}

/** About ten metres: a list requested twice from the same spot is cached. */
const roundDegrees = (degrees: number): number => Math.round(degrees * 10_000) / 10_000;
