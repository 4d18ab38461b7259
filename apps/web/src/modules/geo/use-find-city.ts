import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type LocateProblem, locate, usePosition } from '../../lib/position.ts';
import type { SelectedCity } from '../../lib/stored-values.ts';
import { reverseGeocodeCity } from './geo.api.ts';

/** Why no city was found; the names are those of the texts. Source: docs/specification.md, Errors. */
export type GeoError = 'geoNotWorking' | 'geoNeedAccess';

/** Asks the browser where the person is and the server which city that is. */
export function useFindCity() {
  const { i18n } = useTranslation();
  const { keep: savePosition } = usePosition();
  const [finding, setFinding] = useState(false);
  const find = async (): Promise<SelectedCity | GeoError> => {
    setFinding(true);
    try {
      const position = await locate();
      const city = await reverseGeocodeCity(position, i18n.language);
      savePosition(position);
      return city;
    } catch (reason) {
      return reason === ('denied' satisfies LocateProblem) ? 'geoNeedAccess' : 'geoNotWorking';
    } finally {
      setFinding(false);
    }
  };
  return { finding, find };
}
