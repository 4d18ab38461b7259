import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type LocateProblem, locate, usePosition } from '../../lib/position.ts';
import type { SelectedCity } from '../../lib/stored-values.ts';
import { cityAt } from './geo.api.ts';

/** Why no city was found; the names are those of the texts. Source: specification, section 8. */
export type GeoProblem = 'geoNotWorking' | 'geoNeedAccess';

/** Asks the browser where the person is and the server which city that is. */
export function useFindCity() {
  const { i18n } = useTranslation();
  const { keep } = usePosition();
  const [finding, setFinding] = useState(false);
  const find = async (): Promise<SelectedCity | GeoProblem> => {
    setFinding(true);
    try {
      const position = await locate();
      const city = await cityAt(position, i18n.language);
      keep(position);
      return city;
    } catch (reason) {
      return reason === ('denied' satisfies LocateProblem) ? 'geoNeedAccess' : 'geoNotWorking';
    } finally {
      setFinding(false);
    }
  };
  return { finding, find };
}
