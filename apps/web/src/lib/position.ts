import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { read, removeFromSession, sessionArea, subscribe, write } from './storage.ts';
import type { StoredValues } from './stored-values.ts';

export interface Position {
  latitude: number;
  longitude: number;
}

/** Why the person's place stays unknown. */
export type LocateProblem = 'unsupported' | 'denied' | 'failed';

const KEY = 'position';
const raw = () => JSON.stringify(read(KEY, sessionArea));

/** Where the person is, kept for the session; null until they said so. `city`: only that, from their IP address. */
export function keptPosition(text = raw()): { position: Position | null; city: string | null } {
  const { latitude, longitude, city = null } = (JSON.parse(text) ?? {}) as Partial<StoredValues['position']>;
  const position = latitude !== undefined && longitude !== undefined ? { latitude, longitude } : null;
  return { position, city: position && city };
}

/** The same, kept up to date. */
export function usePosition() {
  const text = useSyncExternalStore(subscribe, raw);
  const kept = useMemo(() => keptPosition(text), [text]);
  const keep = useCallback((next: StoredValues['position']) => write(KEY, next, sessionArea), []);
  return { ...kept, keep, forget: forgetPosition };
}

export const forgetPosition = (): void => removeFromSession(KEY);

/** Asks the device. Rejects with a `LocateProblem`. */
export function locate(): Promise<Position> {
  return new Promise((resolve, reject) => {
    if (!navigator.geolocation) return reject('unsupported' satisfies LocateProblem);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ latitude: round(coords.latitude), longitude: round(coords.longitude) }),
      ({ code, PERMISSION_DENIED }) =>
        reject((code === PERMISSION_DENIED ? 'denied' : 'failed') satisfies LocateProblem),
      { timeout: 10_000, maximumAge: 60_000 },
    );
  });
}

/** Ten metres are near enough, and a list asked for twice from the same spot comes from the cache. */
const round = (degrees: number): number => Math.round(degrees * 10_000) / 10_000;
