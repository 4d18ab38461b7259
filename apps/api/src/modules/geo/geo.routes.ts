import { endpoints } from '@wopack/contract';
import { type Language, pickLanguage } from '@wopack/rules';
import type { Context, Http } from '../../platform/context.ts';
import { type BusiestTowns, homeOf } from './home.ts';
import { ipCity } from './ip-city.ts';
import { reverseGeocode } from './reverse-geocode.ts';
import { searchCities } from './search-cities.ts';
import { type FindVenues, nearOf, searchPlaces } from './search-places.ts';
import { openOutside } from './services/outside.ts';

const CITIES = 8;

/** What modules that stand on this one know. */
interface Venues {
  findVenues: FindVenues;
  busiestTowns: BusiestTowns;
}

export function geoRoutes(context: Context, { route }: Http, { findVenues, busiestTowns }: Venues): void {
  const outside = openOutside(context.db, context.config.geo, context.config.publicUrl);
  const home = homeOf(context, busiestTowns);
  // A list is asked for with each letter typed, a position once.
  const typing = { limit: { max: 120, window: '1 minute' } } as const;
  const once = { limit: { max: 60, window: '1 minute' } } as const;

  route(
    endpoints.searchCities,
    async ({ actor, query, language }) => {
      const asked = {
        text: (query.query ?? '').trim(),
        near: nearOf(query, actor),
        language: chosen(query.lang, language),
        limit: CITIES,
      };
      return { data: await searchCities(outside, asked, await home()) };
    },
    typing,
  );
  route(
    endpoints.reverseGeocode,
    async ({ query, language }) => {
      return { data: await reverseGeocode(outside, query, chosen(query.lang, language)) };
    },
    once,
  );
  route(
    endpoints.findCityByIp,
    async ({ query, request, language }) => ipCity(query.ip || request.ip, language),
    once,
  );
  route(
    endpoints.searchEstablishments,
    (call) => searchPlaces(context, outside, call, { findVenues, home }),
    typing,
  );
}

const chosen = (lang: string | undefined, otherwise: Language): Language =>
  lang ? pickLanguage(lang) : otherwise;
