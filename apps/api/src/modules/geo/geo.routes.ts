import { endpoints } from '@wopack/contract';
import { type Language, pickLanguage } from '@wopack/rules';
import type { Context, Http } from '../../platform/context.ts';
import { AppError } from '../../platform/http/error.ts';
import { cityViews } from './city-view.ts';
import { findCities } from './find-cities.ts';
import { gazetteer } from './gazetteer.ts';
import { ipCity } from './ip-city.ts';
import { nearestCity } from './nearest-city.ts';
import { type FindVenues, nearOf, searchPlaces } from './search-places.ts';

const CITIES = 8;

export function geoRoutes(context: Context, { route }: Http, findVenues: FindVenues): void {
  // A list is asked for with each letter typed, a position once.
  const typing = { limit: { max: 120, window: '1 minute' } } as const;
  const once = { limit: { max: 60, window: '1 minute' } } as const;

  route(
    endpoints.searchCities,
    async ({ actor, query, language }) => {
      const known = await gazetteer();
      const found = findCities(known, query.query ?? '', { near: nearOf(query, actor), limit: CITIES });
      return { data: cityViews(known, found, chosen(query.lang, language)) };
    },
    typing,
  );
  route(
    endpoints.reverseGeocode,
    async ({ query, language }) => {
      const nearest = nearestCity(await gazetteer(), query);
      if (!nearest) throw new AppError('notFound');
      const { city, kilometres } = nearest;
      const name = city.names[chosen(query.lang, language)];
      return {
        data: {
          city: name,
          latitude: city.latitude,
          longitude: city.longitude,
          distance: Math.round(kilometres * 1000),
        },
      };
    },
    once,
  );
  route(
    endpoints.ipCity,
    async ({ query, request, language }) => ipCity(query.ip || request.ip, language),
    once,
  );
  route(endpoints.searchPlaces, (call) => searchPlaces(context, call, findVenues), typing);
}

const chosen = (lang: string | undefined, otherwise: Language): Language =>
  lang ? pickLanguage(lang) : otherwise;
