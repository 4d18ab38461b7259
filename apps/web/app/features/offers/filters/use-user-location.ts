import { useState } from 'react';
import { call } from '../../../lib/api/api.ts';
import { type LocateError, requestDevicePosition, useStoredPosition } from '../../../lib/browser/position.ts';

/**
 * Finds the person on a press; `problem` says why it did not work. `orByIp`: then the city their IP address names is
 * taken instead, when there is one.
 */
export function useUserLocation({ fallbackToIp = false }: { fallbackToIp?: boolean } = {}) {
  const { position, city, savePosition, clearPosition } = useStoredPosition();
  const [locating, setLocating] = useState(false);
  const [error, setError] = useState<LocateError | null>(null);
  const requestLocation = async () => {
    setLocating(true);
    setError(null);
    try {
      savePosition(await requestDevicePosition());
    } catch (reason) {
      const ipCity = fallbackToIp && !position ? await findCityByIp() : null;
      if (ipCity) savePosition(ipCity);
      setError(reason as LocateError);
    } finally {
      setLocating(false);
    }
  };
  return { position, city, locating, error, requestLocation, clearPosition };
}

export type UserLocation = ReturnType<typeof useUserLocation>;

/** Null for addresses nobody can place, such as those of a home network. */
const findCityByIp = () =>
  call('findCityByIp').then(
    ({ city, lat, lon }) => ({ city, latitude: lat, longitude: lon }),
    () => null,
  );
