import type { Language } from '@wopack/domain';
import { AppError } from '../../platform/http/app-error.ts';
import { findCityByIp } from './find-city-by-ip.ts';
import type { Position } from './gazetteer/distance.rules.ts';
import { findNearestCity } from './gazetteer/find-nearest-city.ts';
import { loadGazetteer } from './gazetteer/gazetteer.ts';

/** Cities for other modules, by where somebody seems to be and by position; null where there is none. */
export const cityFinder = {
  findByIp: (ip: string, language: Language) =>
    findCityByIp(ip, language).then(
      ({ city, lat, lon }) => ({ name: city, latitude: lat, longitude: lon }),
      (error: unknown) => {
        if (error instanceof AppError) return null;
        throw error;
      },
    ),
  async findNearest(position: Position, language: Language) {
    const nearestCityMatch = findNearestCity(await loadGazetteer(), position);
    if (!nearestCityMatch) return null;
    const { names, latitude, longitude } = nearestCityMatch.city;
    return { name: names[language], latitude, longitude };
  },
};
