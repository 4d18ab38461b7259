import { useMemo } from 'react';
import { useStoredPosition } from '../../lib/browser/position.ts';
import { useMe } from '../../lib/data/shared-queries.ts';

/** Lisbon, rather than 0, 0 in the sea. */
const DEFAULT_POSITION = { latitude: 38.7167, longitude: -9.1333 };

/** Centre of a map without a selected position: the user's position, as far as known. */
export function useFallbackPosition() {
  const { position } = useStoredPosition();
  const { data: me } = useMe();
  const { latitude, longitude } = position ?? me ?? {};
  return useMemo(
    () =>
      typeof latitude === 'number' && typeof longitude === 'number'
        ? { latitude, longitude }
        : DEFAULT_POSITION,
    [latitude, longitude],
  );
}
