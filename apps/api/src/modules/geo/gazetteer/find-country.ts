import type { Position } from './distance.rules.ts';
import { findNearestCity } from './find-nearest-city.ts';
import { loadGazetteer } from './gazetteer.ts';

/** The country of a position by its nearest city, ISO 3166-1 in two letters; null far from any. */
export async function findCountryAt(position: Position): Promise<string | null> {
  return findNearestCity(await loadGazetteer(), position)?.city.country ?? null;
}
