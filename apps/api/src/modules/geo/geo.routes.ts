import { endpoints } from '@wopack/contract';
import { type Language, pickLanguage } from '@wopack/domain';
import type { Context, Http } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { findCityByIp } from './find-city-by-ip.ts';
import { buildCityViews } from './gazetteer/city-view.ts';
import { calculateDistanceKm, type Position } from './gazetteer/distance.rules.ts';
import { findCities, MIN_QUERY_LENGTH } from './gazetteer/find-cities.ts';
import { findCountryAt } from './gazetteer/find-country.ts';
import { findNearestCity } from './gazetteer/find-nearest-city.ts';
import { loadGazetteer } from './gazetteer/gazetteer.ts';
import { type FindSalePlaces, resolvePosition, searchEstablishments } from './search-establishments.ts';
import { createExternalServices, type ExternalServices } from './services/external-services.ts';
import type { PlaceQuery } from './services/place-service.ts';

/** The middles of the towns with the most venues. */
type ListBusiestPositions = (db: Db, limit: number) => Promise<Position[]>;

/** Enough to meet each country that matters; each costs a look at all cities. */
const MAX_POSITIONS = 20;

/** The countries (ISO 3166-1) with packs on sale, else the operator's: where whoever says nothing else is looking. */
function createHomeCountries({ readRouter, config }: Context, listBusiestPositions: ListBusiestPositions) {
  let cached = { positionsKey: '', countries: new Set<string>() };
  return async (): Promise<ReadonlySet<string>> => {
    const positions = await readRouter.run(null, (db) => listBusiestPositions(db, MAX_POSITIONS));
    if (positions.length === 0) return listCountriesOfTimeZone(config.operatorTimeZone);
    // The map is counted anew every few minutes, and asked about with each letter typed.
    const key = JSON.stringify(positions);
    if (cached.positionsKey !== key) {
      const countries = await Promise.all(positions.map(findCountryAt));
      cached = { positionsKey: key, countries: new Set(countries.filter((country) => country !== null)) };
    }
    return cached.countries;
  };
}

async function listCountriesOfTimeZone(timeZone: string): Promise<ReadonlySet<string>> {
  const { cities } = await loadGazetteer();
  const countries = [...new Set(cities.map(({ country }) => country))];
  return new Set(
    countries.filter((country) =>
      new Intl.Locale('und', { region: country }).getTimeZones()?.includes(timeZone),
    ),
  );
}

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

/** Where a position is: as somebody outside says, with street and number, else the nearest city known here. */
async function reverseGeocode(externalServices: ExternalServices, position: Position, language: Language) {
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

const MAX_CITIES = 8;

/** What modules that stand on this one know. */
interface GeoDependencies {
  findSalePlaces: FindSalePlaces;
  listBusiestPositions: ListBusiestPositions;
}

export function geoRoutes(
  context: Context,
  { route }: Http,
  { findSalePlaces, listBusiestPositions }: GeoDependencies,
): void {
  const externalServices = createExternalServices(context.db, context.config.geo, context.config.publicUrl);
  const getHomeCountries = createHomeCountries(context, listBusiestPositions);
  // A list is asked for with each letter typed, a position once.
  const typeaheadLimit = { limit: { max: 120, window: '1 minute' } } as const;
  const lookupLimit = { limit: { max: 60, window: '1 minute' } } as const;

  route(
    endpoints.searchCities,
    async ({ actor, query, language }) => {
      const placeQuery = {
        text: (query.query ?? '').trim(),
        near: resolvePosition(query, actor),
        language: selectLanguage(query.lang, language),
        limit: MAX_CITIES,
      };
      return { data: await searchCities(externalServices, placeQuery, await getHomeCountries()) };
    },
    typeaheadLimit,
  );
  route(
    endpoints.reverseGeocode,
    async ({ query, language }) => {
      return { data: await reverseGeocode(externalServices, query, selectLanguage(query.lang, language)) };
    },
    lookupLimit,
  );
  route(
    endpoints.findCityByIp,
    async ({ query, request, language }) => findCityByIp(query.ip || request.ip, language),
    lookupLimit,
  );
  route(
    endpoints.searchEstablishments,
    (call) => searchEstablishments(context, externalServices, call, { findSalePlaces, getHomeCountries }),
    typeaheadLimit,
  );
}

const selectLanguage = (lang: string | undefined, fallback: Language): Language =>
  lang ? pickLanguage(lang) : fallback;
