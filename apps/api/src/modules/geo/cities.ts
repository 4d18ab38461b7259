import type { Language } from '@wopack/rules';
import { AppError } from '../../platform/http/app-error.ts';
import { gazetteer } from './gazetteer.ts';
import type { Position } from './globe.rules.ts';
import { ipCity } from './ip-city.ts';
import { nearestCity } from './nearest-city.ts';

/** Cities for other modules, by where somebody seems to be and by position; null where there is none. */
export const cities = {
  ofIp: (ip: string, language: Language) =>
    ipCity(ip, language).then(
      ({ city, lat, lon }) => ({ name: city, latitude: lat, longitude: lon }),
      (error: unknown) => {
        if (error instanceof AppError) return null;
        throw error;
      },
    ),
  async nearest(position: Position, language: Language) {
    const nearest = nearestCity(await gazetteer(), position);
    if (!nearest) return null;
    const { names, latitude, longitude } = nearest.city;
    return { name: names[language], latitude, longitude };
  },
};
