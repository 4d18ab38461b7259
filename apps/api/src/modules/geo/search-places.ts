import type { endpoints } from '@wopack/contract';
import { pickLanguage } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Call } from '../../platform/http/route.ts';
import { parseSearchWords } from '../../platform/search-words.ts';
import { cityViews } from './city-view.ts';
import { findCities, SHORTEST_QUERY } from './find-cities.ts';
import { gazetteer } from './gazetteer.ts';
import type { Position } from './globe.rules.ts';
import type { Outside } from './services/outside.ts';

/** Venues that have all these words, or their beginnings, in name or address, the near ones first. */
export type FindVenues = (
  db: Db,
  words: readonly string[],
  near: Position | null,
  limit: number,
) => Promise<{ name: string; phone: string; address: string; latitude: number; longitude: number }[]>;

interface Sources {
  findVenues: FindVenues;
  /** Countries whose cities come first. */
  home: () => Promise<ReadonlySet<string>>;
}

const OF_EACH = 6;

export async function searchPlaces(
  { db }: Context,
  outside: Outside,
  { actor, query }: Call<typeof endpoints.searchEstablishments>,
  { findVenues, home }: Sources,
) {
  const text = (query.query ?? '').trim();
  if (text.length < SHORTEST_QUERY) return [];
  const near = nearOf(query, actor);
  const words = parseSearchWords(text).slice(0, 8);
  const venues = words.length ? await findVenues(db, words, near, OF_EACH) : [];
  const language = pickLanguage(query.lang ?? 'en');
  const own = venues.map(({ name, phone, address, latitude, longitude }) => ({
    ...{ displayName: name, formattedAddress: address, phone },
    ...{ latitude, longitude },
  }));
  const told = (await outside.establishments({ text, near, language, limit: OF_EACH })) ?? [];
  const others = told.filter(
    (place) => !own.some(({ displayName }) => displayName.toLowerCase() === place.displayName.toLowerCase()),
  );
  const known = await gazetteer();
  const forgiving = own.length + others.length === 0;
  const wanted = { near, limit: OF_EACH, home: await home(), forgiving };
  const cities = cityViews(known, findCities(known, text, wanted), language);
  return [
    ...[...own, ...others].map(({ phone, ...place }) => ({ ...place, phone: phone || null, is_city: false })),
    ...cities.map((city) => ({ ...city, phone: null, is_city: true })),
  ];
}

/** Where the caller is: as given, else the city of the account. */
export function nearOf(
  given: { latitude?: number; longitude?: number },
  actor: { latitude: number | null; longitude: number | null } | null,
): Position | null {
  const { latitude = null, longitude = null } = given;
  if (latitude !== null && longitude !== null) return { latitude, longitude };
  if (!actor || actor.latitude === null || actor.longitude === null) return null;
  return { latitude: actor.latitude, longitude: actor.longitude };
}
