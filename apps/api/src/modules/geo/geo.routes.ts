import { endpoints } from '@wopack/contract';
import { type Language, pickLanguage, resolvePosition } from '@wopack/domain';
import type { Context, Http } from '../../platform/context.ts';
import { AppError, createValidationError } from '../../platform/http/app-error.ts';
import { findCityByIp, isIpAddress } from './find-city-by-ip.ts';
import { mapRedirectRoutes } from './map-redirects.ts';
import {
  createHomeCountries,
  createOfferCities,
  type GeoDependencies,
  reverseGeocode,
  searchCities,
  searchEstablishments,
} from './search-places.ts';
import { createExternalServices } from './services/outside-services.ts';

const MAX_CITIES = 8;

export function geoRoutes(
  context: Context,
  { app, route }: Http,
  { findSalePlaces, listBusiestPositions }: GeoDependencies,
): void {
  mapRedirectRoutes(app, context.config);
  const outsideServices = createExternalServices(context.db, context.config.geo, context.config.publicUrl);
  const getHomeCountries = createHomeCountries(context, listBusiestPositions);
  const getOfferCities = createOfferCities(context, listBusiestPositions);
  route(endpoints.searchCities, async ({ actor, query, language }) => {
    const placeQuery = {
      text: (query.query ?? '').trim(),
      near: resolvePosition(query, actor),
      language: selectLanguage(query.lang, language),
      limit: MAX_CITIES,
    };
    return { data: await searchCities(outsideServices, placeQuery, await getHomeCountries()) };
  });
  route(endpoints.listOfferCities, async ({ language }) => ({
    data: (await getOfferCities()).map(({ names, latitude, longitude }) => ({
      label: names[language],
      latitude,
      longitude,
    })),
  }));
  route(endpoints.reverseGeocode, async ({ query, language }) => {
    return { data: await reverseGeocode(outsideServices, query, selectLanguage(query.lang, language)) };
  });
  route(endpoints.findCityByIp, async ({ query, request, language }) => {
    const ip = query.ip || request.ip;
    if (!isIpAddress(ip)) throw createValidationError('ip', 'field.format');
    const city = await findCityByIp(ip, language);
    if (!city) throw new AppError('notFound');
    return { city: city.name, lat: city.latitude, lon: city.longitude };
  });
  route(endpoints.searchEstablishments, (call) =>
    searchEstablishments(context, outsideServices, call, { findSalePlaces, getHomeCountries }),
  );
}

const selectLanguage = (lang: string | undefined, fallback: Language): Language =>
  lang ? pickLanguage(lang) : fallback;
