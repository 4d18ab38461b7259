import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import type { Position } from '../../lib/browser/position.ts';
import { MIN_QUERY_LENGTH } from '../../lib/browser/use-debounced-search.ts';
import type { SelectedCity } from '../../lib/storage/stored-values.ts';

/** A city to select. Only its name is stored; its region distinguishes cities of the same name. */
export interface CityMatch extends SelectedCity {
  region: string;
}

export const citiesQuery = (text: string, lang: string, near: Position | null) =>
  queryOptions({
    queryKey: ['cities', lang, text, near],
    queryFn: async ({ signal }): Promise<CityMatch[]> => {
      const { data } = await call('searchCities', { query: { query: text, lang, ...near }, signal });
      return data.map(({ label, formattedAddress, latitude, longitude }) => ({
        label,
        lat: latitude,
        lon: longitude,
        region: formattedAddress.replace(`${label}, `, ''),
      }));
    },
    enabled: text.length >= MIN_QUERY_LENGTH,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The cities with most shops. */
export const offerCitiesQuery = (language: string) =>
  queryOptions({
    queryKey: ['offer-cities', language],
    queryFn: async ({ signal }): Promise<SelectedCity[]> => {
      const { data } = await call('listOfferCities', { signal });
      return data.map(({ label, latitude, longitude }) => ({ label, lat: latitude, lon: longitude }));
    },
    staleTime: 300_000,
  });

/** Metres from a city to the nearest offer; null without offers. */
export const nearestOfferQuery = (city: SelectedCity | null) =>
  queryOptions({
    queryKey: ['nearest-offer', city?.lat, city?.lon],
    queryFn: async ({ signal }) => {
      const { lat: latitude, lon: longitude } = city!;
      const query = { latitude, longitude, sort: 'me' as const, limit: 1 };
      return (await call('listOffers', { query, signal })).data[0]?.distance ?? null;
    },
    enabled: city !== null,
    staleTime: 60_000,
  });

/** The city of a position. */
export async function reverseGeocodeCity(position: Position, lang: string): Promise<SelectedCity> {
  const { data } = await call('reverseGeocode', { query: { ...position, lang } });
  return { label: data.city, lat: data.latitude, lon: data.longitude };
}
