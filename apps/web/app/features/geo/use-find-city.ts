import { useTranslation } from 'react-i18next';
import { useDevicePosition, useStoredPosition } from '../../lib/browser/position.ts';
import type { SelectedCity } from '../../lib/storage/stored-values.ts';
import { reverseGeocodeCity } from './geo.api.ts';

/** Why no city was found; also the keys of the messages. Source: docs/specification.md, Errors. */
export type GeoError = 'geoNotWorking' | 'geoNeedAccess';

/** Determines the user's position in the browser and its city on the server. */
export function useFindCity() {
  const { i18n } = useTranslation();
  const { savePosition } = useStoredPosition();
  const { locate, isLocating } = useDevicePosition<SelectedCity>({
    onPosition: async (position) => {
      const city = await reverseGeocodeCity(position, i18n.language);
      savePosition(position);
      return city;
    },
  });
  const requestLocation = async (): Promise<SelectedCity | GeoError> => {
    const result = await locate();
    if (typeof result !== 'string') return result;
    return result === 'denied' ? 'geoNeedAccess' : 'geoNotWorking';
  };
  return { isLocating, requestLocation };
}
