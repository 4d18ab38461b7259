import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { read, subscribe, write } from '../../lib/storage.ts';
import type { StoredValues } from '../../lib/stored-values.ts';

export type Position = StoredValues['position'];

/** Why the person's place stays unknown. */
export type LocateProblem = 'unsupported' | 'denied' | 'failed';

const KEY = 'position';
const raw = () => {
  const position = read(KEY, sessionStorage);
  return position ? `${position.latitude},${position.longitude}` : '';
};

/** Where the person is, kept for the session; null until they said so. */
export function usePosition() {
  const text = useSyncExternalStore(subscribe, raw);
  const position = useMemo<Position | null>(() => {
    const [latitude, longitude] = text.split(',').map(Number);
    return text && latitude !== undefined && longitude !== undefined ? { latitude, longitude } : null;
  }, [text]);
  const keep = useCallback((next: Position) => write(KEY, next, sessionStorage), []);
  const forget = useCallback(() => remove(), []);
  return { position, keep, forget };
}

function remove(): void {
  sessionStorage.removeItem(KEY);
  // Nobody announces what is removed from the session's storage.
  window.dispatchEvent(new Event('storage'));
}

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
