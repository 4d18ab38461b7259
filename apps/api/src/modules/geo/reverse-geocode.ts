import type { Language } from '@wopack/rules';
import { AppError } from '../../platform/http/app-error.ts';
import { gazetteer } from './gazetteer.ts';
import { kilometres, type Position } from './globe.rules.ts';
import { nearestCity } from './nearest-city.ts';
import type { Outside } from './services/outside.ts';

/** Where a position is: as somebody outside says, with street and number, else the nearest city known here. */
export async function reverseGeocode(outside: Outside, position: Position, language: Language) {
  const told = await outside.reverse(position, language);
  if (told) return { ...told, distance: metres(kilometres(told, position)) };
  const nearest = nearestCity(await gazetteer(), position);
  if (!nearest) throw new AppError('notFound');
  const { latitude, longitude, names } = nearest.city;
  return { city: names[language], address: null, latitude, longitude, distance: metres(nearest.kilometres) };
}

const metres = (km: number): number => Math.round(km * 1000);
