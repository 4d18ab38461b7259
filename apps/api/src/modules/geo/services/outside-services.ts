import type { Language, Position } from '@wopack/domain';
import { type CircuitBreakerPolicy, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel';
import { LRUCache } from 'lru-cache';
import type { GeoConfig } from '../../../config/outside-services.ts';
import type { Db } from '../../../platform/db/database.ts';
import { createSharedThrottle } from '../../../platform/http/rate-limits.ts';
import {
  createNominatim,
  createPhoton,
  fetchJson,
  type GeocodedPlace,
  type PlaceQuery,
  type PlaceService,
  type ReverseGeocodeResult,
} from './place-services.ts';

/** Source: developers.google.com/maps/documentation/places/web-service/text-search, Places API (New). */
interface TextSearchReply {
  places?: {
    displayName: { text: string };
    formattedAddress: string;
    location: { latitude: number; longitude: number };
    internationalPhoneNumber?: string;
  }[];
}

const FIELD_MASK = ['displayName', 'formattedAddress', 'location', 'internationalPhoneNumber']
  .map((field) => `places.${field}`)
  .join(',');
/** The maximum of the API. */
const MAX_BIAS_RADIUS_METRES = 50_000;

/** Has the most establishments; its terms do not allow caching. */
function createGooglePlaces(key: string, url: string): PlaceService {
  return {
    name: 'google',
    cacheTtlMs: 0,
    maxPerSecond: null,
    async establishments({ text, near, language, limit }) {
      const { places = [] } = await fetchJson<TextSearchReply>(
        url,
        '/v1/places:searchText',
        {},
        {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-goog-api-key': key,
            'x-goog-fieldmask': FIELD_MASK,
          },
          body: JSON.stringify({
            textQuery: text,
            languageCode: language,
            pageSize: limit,
            ...(near && { locationBias: { circle: { center: near, radius: MAX_BIAS_RADIUS_METRES } } }),
          }),
        },
      );
      return places.map(({ displayName, formattedAddress, location, internationalPhoneNumber }) => ({
        displayName: displayName.text,
        formattedAddress,
        ...location,
        ...(internationalPhoneNumber && { phone: internationalPhoneNumber }),
      }));
    },
  };
}

/** The configured geocoding services. Results are null when no service is configured or available. */
export interface OutsideServices {
  cities(placeQuery: PlaceQuery): Promise<GeocodedPlace[] | null>;
  establishments(placeQuery: PlaceQuery): Promise<GeocodedPlace[] | null>;
  reverse(position: Position, language: Language): Promise<ReverseGeocodeResult | null>;
}

const MAX_CONSECUTIVE_FAILURES = 3;
const BREAKER_PAUSE_MS = 15_000;
const MAX_CACHED_RESULTS = 5_000;

export function createExternalServices(
  db: Db,
  config: GeoConfig,
  publicUrl: string,
  pauseMs = BREAKER_PAUSE_MS,
): OutsideServices {
  const services = [
    config.googleKey && createGooglePlaces(config.googleKey, config.googleUrl),
    config.photonUrl && createPhoton(config.photonUrl),
    config.nominatimUrl && createNominatim(config.nominatimUrl, publicUrl),
  ]
    .filter((service) => service !== null && service !== '')
    .map((service) => ({ service, call: createGuardedCall(db, service, pauseMs) }));
  /** Asks the first service that has the operation. */
  const ask = async <O extends 'cities' | 'establishments' | 'reverse', T extends object | null>(
    operation: O,
    key: unknown[],
    call: (operate: NonNullable<PlaceService[O]>) => Promise<T>,
  ): Promise<T | null> => {
    const guarded = services.find(({ service }) => service[operation]);
    return guarded ? guarded.call([operation, ...key], () => call(guarded.service[operation]!)) : null;
  };
  return {
    cities: (placeQuery) => ask('cities', [placeQuery], (cities) => cities(placeQuery)),
    establishments: (placeQuery) =>
      ask('establishments', [placeQuery], (establishments) => establishments(placeQuery)),
    reverse: ({ latitude, longitude }, language) => {
      // About ten metres: enough for a house, and neighbours share a cache entry.
      const position = { latitude: Number(latitude.toFixed(4)), longitude: Number(longitude.toFixed(4)) };
      return ask('reverse', [position, language], (reverse) => reverse(position, language));
    },
  };
}

/** Adds the service's rate limit, a cache as its terms allow, and a circuit breaker. */
function createGuardedCall(db: Db, { name, cacheTtlMs, maxPerSecond }: PlaceService, pauseMs: number) {
  const breaker: CircuitBreakerPolicy = circuitBreaker(handleAll, {
    halfOpenAfter: pauseMs,
    breaker: new ConsecutiveBreaker(MAX_CONSECUTIVE_FAILURES),
  });
  const cache =
    cacheTtlMs > 0 ? new LRUCache<string, object>({ max: MAX_CACHED_RESULTS, ttl: cacheTtlMs }) : null;
  const isAllowed = maxPerSecond === null ? null : createSharedThrottle(db, `geo ${name}`, maxPerSecond);
  return async <T extends object | null>(
    cacheKeyParts: unknown[],
    call: () => Promise<T>,
  ): Promise<T | null> => {
    const key = JSON.stringify(cacheKeyParts);
    const cached = cache?.get(key);
    if (cached) return cached as T;
    if (isAllowed && !(await isAllowed())) return null;
    const result = await breaker.execute(call).catch(() => null);
    if (result) cache?.set(key, result);
    return result;
  };
}
