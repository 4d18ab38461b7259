import { endpoints } from '@wopack/contract';
import { type Language, pickLanguage } from '@wopack/domain';
import type { Context, Http } from '../../platform/context.ts';
import { findCityByIp } from './find-city-by-ip.ts';
import { createHomeCountries, type ListBusiestPositions } from './home-countries.ts';
import { reverseGeocode } from './reverse-geocode.ts';
import { searchCities } from './search-cities.ts';
import { type FindSalePlaces, resolvePosition, searchEstablishments } from './search-establishments.ts';
import { createExternalServices } from './services/external-services.ts';

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
