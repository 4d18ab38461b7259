import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type LocateError, requestDevicePosition, useStoredPosition } from '../../lib/browser/position.ts';
import type { SelectedCity } from '../../lib/storage/stored-values.ts';
import { reverseGeocodeCity } from './geo.api.ts';

/** Why no city was found; the names are those of the texts. Source: docs/specification.md, Errors. */
export type GeoError = 'geoNotWorking' | 'geoNeedAccess';

/** Asks the browser where the person is and the server which city that is. */
export function useFindCity() {
  const { i18n } = useTranslation();
  const { savePosition } = useStoredPosition();
  const [isLocating, setIsLocating] = useState(false);
  const requestLocation = async (): Promise<SelectedCity | GeoError> => {
    setIsLocating(true);
    try {
      const position = await requestDevicePosition();
      const city = await reverseGeocodeCity(position, i18n.language);
      savePosition(position);
      return city;
    } catch (reason) {
      return reason === ('denied' satisfies LocateError) ? 'geoNeedAccess' : 'geoNotWorking';
    } finally {
      setIsLocating(false);
    }
  };
  return { isLocating, requestLocation };
}
