import { useMemo } from 'react';
import { useStoredPosition } from '../../lib/browser/position.ts';
import { useMe } from '../../lib/data/current-user.ts';

/** Lisbon: better than the middle of the sea. */
const DEFAULT_POSITION = { latitude: 38.7167, longitude: -9.1333 };

/** What a map shows before a spot is chosen: where the person is, as far as it is known. */
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
