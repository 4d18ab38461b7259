import { buildCityViews } from './gazetteer/city-view.ts';
import { calculateDistanceKm } from './gazetteer/distance.rules.ts';
import { findCities, MIN_QUERY_LENGTH } from './gazetteer/find-cities.ts';
import { loadGazetteer } from './gazetteer/gazetteer.ts';
import type { ExternalServices } from './services/external-services.ts';
import type { PlaceQuery } from './services/place-service.ts';

/** Two places of one name so near are one. */
const MAX_SAME_PLACE_KM = 15;

/** Cities known here first; those that are too small for the gazetteer are asked for outside. */
export async function searchCities(
  externalServices: ExternalServices,
  placeQuery: PlaceQuery,
  homeCountries: ReadonlySet<string>,
) {
  const { text, near, language, limit } = placeQuery;
  const gazetteer = await loadGazetteer();
  const knownCities = buildCityViews(
    gazetteer,
    findCities(gazetteer, text, { near, limit, homeCountries }),
    language,
  );
  if (text.length < MIN_QUERY_LENGTH || knownCities.length === limit) return knownCities;
  const externalCities = (await externalServices.cities(placeQuery)) ?? [];
  const newCities = externalCities.filter(
    (city) =>
      !knownCities.some(
        (knownCity) =>
          knownCity.displayName === city.displayName &&
          calculateDistanceKm(knownCity, city) < MAX_SAME_PLACE_KM,
      ),
  );
  return [...knownCities, ...newCities.map((city) => ({ label: city.displayName, ...city }))].slice(0, limit);
}
