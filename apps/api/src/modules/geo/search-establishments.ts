import type { endpoints } from '@wopack/contract';
import { pickLanguage } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Call } from '../../platform/http/route.ts';
import { parseSearchWords } from '../../platform/search-words.ts';
import { buildCityViews } from './gazetteer/city-view.ts';
import type { Position } from './gazetteer/distance.rules.ts';
import { findCities, MIN_QUERY_LENGTH } from './gazetteer/find-cities.ts';
import { loadGazetteer } from './gazetteer/gazetteer.ts';
import type { ExternalServices } from './services/external-services.ts';

/** Venues that have all these words, or their beginnings, in name or address, the near ones first. */
export type FindSalePlaces = (
  db: Db,
  words: readonly string[],
  near: Position | null,
  limit: number,
) => Promise<{ name: string; phone: string; address: string; latitude: number; longitude: number }[]>;

interface SearchSources {
  findSalePlaces: FindSalePlaces;
  /** Countries whose cities come first. */
  getHomeCountries: () => Promise<ReadonlySet<string>>;
}

const MAX_PER_SOURCE = 6;

export async function searchEstablishments(
  { db }: Context,
  externalServices: ExternalServices,
  { actor, query }: Call<typeof endpoints.searchEstablishments>,
  { findSalePlaces, getHomeCountries }: SearchSources,
) {
  const text = (query.query ?? '').trim();
  if (text.length < MIN_QUERY_LENGTH) return [];
  const near = resolvePosition(query, actor);
  const words = parseSearchWords(text).slice(0, 8);
  const salePlaces = words.length ? await findSalePlaces(db, words, near, MAX_PER_SOURCE) : [];
  const language = pickLanguage(query.lang ?? 'en');
  const ownResults = salePlaces.map(({ name, phone, address, latitude, longitude }) => ({
    ...{ displayName: name, formattedAddress: address, phone },
    ...{ latitude, longitude },
  }));
  const externalResults =
    (await externalServices.establishments({ text, near, language, limit: MAX_PER_SOURCE })) ?? [];
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
    ...[...ownResults, ...newResults].map(({ phone, ...result }) => ({
      ...result,
      phone: phone || null,
      is_city: false,
    })),
    ...cities.map((city) => ({ ...city, phone: null, is_city: true })),
  ];
}

/** Where the caller is: as given, else the city of the account. */
export function resolvePosition(
  coordinates: { latitude?: number; longitude?: number },
  actor: { latitude: number | null; longitude: number | null } | null,
): Position | null {
  const { latitude = null, longitude = null } = coordinates;
  if (latitude !== null && longitude !== null) return { latitude, longitude };
  if (!actor || actor.latitude === null || actor.longitude === null) return null;
  return { latitude: actor.latitude, longitude: actor.longitude };
}
