import type { endpoints } from '@wopack/contract';
import { type Language, type Position, pickLanguage, resolvePosition } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Call } from '../../platform/http/route.ts';
import { normalizeWords, parseSearchWords } from '../../platform/search-words.ts';
import {
  buildCityViews,
  type City,
  findCities,
  findCountryAt,
  findNearestCity,
  type Gazetteer,
  loadGazetteer,
  MIN_QUERY_LENGTH,
} from './find-cities.ts';
import { calculateDistanceKm } from './geo.rules.ts';
import type { OutsideServices } from './services/outside-services.ts';
import type { PlaceQuery } from './services/place-services.ts';

/** Sale places with all these words as word prefixes in name or address, nearest first. */
type FindSalePlaces = (
  db: Db,
  words: readonly string[],
  near: Position | null,
  limit: number,
) => Promise<
  { id: number; seller_id: number; name: string; address: string; latitude: number; longitude: number }[]
>;

/** Centres of the areas with the most sale places. */
type ListBusiestPositions = (db: Db, limit: number) => Promise<Position[]>;

/** Functions of modules that depend on this one. */
export interface GeoDependencies {
  findSalePlaces: FindSalePlaces;
  listBusiestPositions: ListBusiestPositions;
}

/** Places of the same name within this distance are the same. */
const MAX_SAME_PLACE_KM = 15;

/** Cities of the gazetteer first, then smaller ones of the outside services. */
export async function searchCities(
  outsideServices: OutsideServices,
  placeQuery: PlaceQuery,
  homeCountries: ReadonlySet<string>,
) {
  const { text, near, language, limit } = placeQuery;
  const gazetteer = await loadGazetteer();
  const gazetteerCities = buildCityViews(
    gazetteer,
    findCities(gazetteer, text, { near, limit, homeCountries }),
    language,
  );
  if (text.length < MIN_QUERY_LENGTH || gazetteerCities.length === limit) return gazetteerCities;
  const externalCities = (await outsideServices.cities(placeQuery)) ?? [];
  const newCities = externalCities.filter(
    (city) =>
      !gazetteerCities.some(
        (gazetteerCity) =>
          gazetteerCity.displayName === city.displayName &&
          calculateDistanceKm(gazetteerCity, city) < MAX_SAME_PLACE_KM,
      ),
  );
  return [...gazetteerCities, ...newCities.map((city) => ({ label: city.displayName, ...city }))].slice(
    0,
    limit,
  );
}

/** Address of a position from the outside services, else the nearest city of the gazetteer. */
export async function reverseGeocode(
  outsideServices: OutsideServices,
  position: Position,
  language: Language,
) {
  const externalResult = await outsideServices.reverse(position, language);
  const gazetteer = await loadGazetteer();
  const city = externalResult
    ? findNamesake(gazetteer, externalResult)
    : findNearestCity(gazetteer, position)?.city;
  const result = city
    ? {
        city: city.names[language],
        address: externalResult?.address ?? null,
        latitude: city.latitude,
        longitude: city.longitude,
      }
    : externalResult;
  if (!result) throw new AppError('notFound');
  return { ...result, distance: toMetres(calculateDistanceKm(result, position)) };
}

/** A city that was saved under its name in any language; its own name if it is in no gazetteer. */
export async function translateCity(city: Position & { city: string }, language: Language): Promise<string> {
  return findNamesake(await loadGazetteer(), city)?.names[language] ?? city.city;
}

/** The city that is meant by its name in any language, and a position anywhere in it. */
function findNamesake(gazetteer: Gazetteer, place: Position & { city: string }): City | undefined {
  const candidates = findCities(gazetteer, place.city, {
    near: place,
    limit: MAX_PER_SOURCE,
    forgiving: false,
  });
  const isNamesake = ({ names }: City) => Object.values(names).some((name) => isSameName(name, place.city));
  return candidates.find((city) => isNamesake(city) && calculateDistanceKm(city, place) < MAX_SAME_PLACE_KM);
}

const isSameName = (a: string, b: string): boolean =>
  normalizeWords(a).join(' ') === normalizeWords(b).join(' ');

const toMetres = (km: number): number => Math.round(km * 1000);

interface SearchSources extends Pick<GeoDependencies, 'findSalePlaces'> {
  /** Countries whose cities are ranked first. */
  getHomeCountries: () => Promise<ReadonlySet<string>>;
}

const MAX_PER_SOURCE = 6;

/** Sale places first, then establishments of the outside services, then cities of the gazetteer. */
export async function searchEstablishments(
  { db }: Context,
  outsideServices: OutsideServices,
  { actor, query }: Call<typeof endpoints.searchEstablishments>,
  { findSalePlaces, getHomeCountries }: SearchSources,
) {
  const text = (query.query ?? '').trim();
  if (text.length < MIN_QUERY_LENGTH) return [];
  const near = resolvePosition(query, actor);
  const words = parseSearchWords(text).slice(0, 8);
  if (words.length === 0) return [];
  const salePlaces = await findSalePlaces(db, words, near, MAX_PER_SOURCE);
  const language = pickLanguage(query.lang ?? 'en');
  // What a seller entered is not handed to whoever registers the same place: the wizard asks whose it is.
  const ownResults = salePlaces.map(({ id, seller_id, name, address, latitude, longitude }) => ({
    displayName: name,
    formattedAddress: address,
    phone: null,
    latitude,
    longitude,
    sale_place_id: seller_id === actor.id ? null : id,
  }));
  const externalResults =
    (await outsideServices.establishments({ text, near, language, limit: MAX_PER_SOURCE })) ?? [];
  const newResults = externalResults.filter(
    (establishment) =>
      !ownResults.some(
        ({ displayName }) => displayName.toLowerCase() === establishment.displayName.toLowerCase(),
      ),
  );
  const gazetteer = await loadGazetteer();
  const forgiving = ownResults.length + newResults.length === 0;
  const searchOptions = { near, limit: MAX_PER_SOURCE, homeCountries: await getHomeCountries(), forgiving };
  const cities = buildCityViews(gazetteer, findCities(gazetteer, text, searchOptions), language);
  return [
    ...ownResults.map((result) => ({ ...result, is_city: false })),
    ...newResults.map(({ phone, ...result }) => ({
      ...result,
      phone: phone || null,
      is_city: false,
      sale_place_id: null,
    })),
    ...cities.map((city) => ({ ...city, phone: null, is_city: true, sale_place_id: null })),
  ];
}

/** Enough to cover all relevant countries; each costs a scan of all cities. */
const MAX_POSITIONS = 20;

/** Countries (ISO 3166-1) with offers, else those of the operator's time zone; ranked first without a position. */
export function createHomeCountries(
  { readRouter, config }: Context,
  listBusiestPositions: ListBusiestPositions,
) {
  let cached = { positionsKey: '', countries: new Set<string>() };
  let ofTimeZone: Promise<ReadonlySet<string>> | undefined;
  return async (): Promise<ReadonlySet<string>> => {
    const positions = await readRouter.run(null, (db) => listBusiestPositions(db, MAX_POSITIONS));
    if (positions.length === 0) {
      ofTimeZone ??= listCountriesOfTimeZone(config.operatorTimeZone);
      return ofTimeZone;
    }
    // Requested with each typed letter, while the positions change every few minutes.
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

const MAX_OFFER_CITIES = 6;
/** Nearer cities are suburbs of one already listed. */
const MIN_CITY_DISTANCE_KM = 25;

/** Cities of the areas with the most sale places. */
export function createOfferCities({ readRouter }: Context, listBusiestPositions: ListBusiestPositions) {
  let cached = { positionsKey: '', cities: [] as City[] };
  return async (): Promise<City[]> => {
    const positions = await readRouter.run(null, (db) => listBusiestPositions(db, MAX_POSITIONS));
    const key = JSON.stringify(positions);
    if (cached.positionsKey !== key) {
      const gazetteer = await loadGazetteer();
      const cities: City[] = [];
      for (const position of positions) {
        const city = findNearestCity(gazetteer, position)?.city;
        if (city && cities.every((other) => calculateDistanceKm(other, city) > MIN_CITY_DISTANCE_KM))
          cities.push(city);
      }
      cached = { positionsKey: key, cities: cities.slice(0, MAX_OFFER_CITIES) };
    }
    return cached.cities;
  };
}
