import { gazetteer } from './gazetteer.ts';
import type { Position } from './globe.rules.ts';
import { nearestCity } from './nearest-city.ts';

/** The country of a position by its nearest city, ISO 3166-1 in two letters; null far from any. */
export async function countryAt(position: Position): Promise<string | null> {
  return nearestCity(await gazetteer(), position)?.city.country ?? null;
}
