import { cityViews } from './city-view.ts';
import { findCities, SHORTEST_QUERY } from './find-cities.ts';
import { gazetteer } from './gazetteer.ts';
import { kilometres } from './globe.rules.ts';
import type { Outside } from './services/outside.ts';
import type { Asked } from './services/place-service.ts';

/** Two places of one name so near are one. */
const SAME_KM = 15;

/** Cities known here first; those that are too small for the gazetteer are asked for outside. */
export async function searchCities(outside: Outside, asked: Asked, home: ReadonlySet<string>) {
  const { text, near, language, limit } = asked;
  const known = await gazetteer();
  const found = cityViews(known, findCities(known, text, { near, limit, home }), language);
  if (text.length < SHORTEST_QUERY || found.length === limit) return found;
  const more = (await outside.cities(asked)) ?? [];
  const others = more.filter(
    (city) => !found.some((own) => own.displayName === city.displayName && kilometres(own, city) < SAME_KM),
  );
  return [...found, ...others.map((city) => ({ label: city.displayName, ...city }))].slice(0, limit);
}
