import type { Language } from '@wopack/domain';
import { AppError } from '../../platform/http/app-error.ts';
import { calculateDistanceKm, type Position } from './gazetteer/distance.rules.ts';
import { findNearestCity } from './gazetteer/find-nearest-city.ts';
import { loadGazetteer } from './gazetteer/gazetteer.ts';
import type { ExternalServices } from './services/external-services.ts';

/** Where a position is: as somebody outside says, with street and number, else the nearest city known here. */
export async function reverseGeocode(
  externalServices: ExternalServices,
  position: Position,
  language: Language,
) {
  const externalResult = await externalServices.reverse(position, language);
  if (externalResult)
    return { ...externalResult, distance: toMetres(calculateDistanceKm(externalResult, position)) };
  const nearest = findNearestCity(await loadGazetteer(), position);
  if (!nearest) throw new AppError('notFound');
  const { latitude, longitude, names } = nearest.city;
  return {
    city: names[language],
    address: null,
    latitude,
    longitude,
    distance: toMetres(nearest.distanceKm),
  };
}

const toMetres = (km: number): number => Math.round(km * 1000);
