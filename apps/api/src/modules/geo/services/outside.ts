import type { Language } from '@wopack/rules';
import { type CircuitBreakerPolicy, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel';
import { LRUCache } from 'lru-cache';
import type { GeoConfig } from '../../../config/config.ts';
import type { Db } from '../../../platform/db/database.ts';
import { createSharedThrottle } from '../../../platform/http/rate-limits.ts';
import type { Position } from '../globe.rules.ts';
import { googlePlaces } from './google-places.ts';
import { nominatim } from './nominatim.ts';
import { photon } from './photon.ts';
import type { Asked, FoundPlace, PlaceService, Surroundings } from './place-service.ts';

/** Those outside who know places, as configured. An answer is null when nobody can be asked: then we know what we know. */
export interface Outside {
  cities(asked: Asked): Promise<FoundPlace[] | null>;
  establishments(asked: Asked): Promise<FoundPlace[] | null>;
  reverse(position: Position, language: Language): Promise<Surroundings | null>;
}

const FAILURES = 3;
const PAUSE_MS = 15_000;
const MOST_KEPT = 5_000;

export function openOutside(db: Db, config: GeoConfig, publicUrl: string, pauseMs = PAUSE_MS): Outside {
  const services = [
    config.googleKey && googlePlaces(config.googleKey, config.googleUrl),
    config.photonUrl && photon(config.photonUrl),
    config.nominatimUrl && nominatim(config.nominatimUrl, publicUrl),
  ]
    .filter((service) => service !== null && service !== '')
    .map((service) => ({ service, ask: shielded(db, service, pauseMs) }));
  const who = (can: 'cities' | 'establishments' | 'reverse') => services.find(({ service }) => service[can]);
  const [forCities, forShops, forPositions] = [who('cities'), who('establishments'), who('reverse')];
  return {
    cities: async (asked) =>
      forCities ? forCities.ask(['cities', asked], () => forCities.service.cities!(asked)) : null,
    establishments: async (asked) =>
      forShops ? forShops.ask(['shops', asked], () => forShops.service.establishments!(asked)) : null,
    reverse: async ({ latitude, longitude }, language) => {
      // Ten metres: enough for a house, and neighbours share an answer.
      const near = { latitude: Number(latitude.toFixed(4)), longitude: Number(longitude.toFixed(4)) };
      return forPositions
        ? forPositions.ask(['at', near, language], () => forPositions.service.reverse!(near, language))
        : null;
    },
  };
}

/** Asks within its terms, keeps what may be kept, and leaves alone for a while whoever failed several times in a row. */
function shielded(db: Db, { name, keepMs, perSecond }: PlaceService, pauseMs: number) {
  const breaker: CircuitBreakerPolicy = circuitBreaker(handleAll, {
    halfOpenAfter: pauseMs,
    breaker: new ConsecutiveBreaker(FAILURES),
  });
  const kept = keepMs > 0 ? new LRUCache<string, object>({ max: MOST_KEPT, ttl: keepMs }) : null;
  const allowed = perSecond === null ? null : createSharedThrottle(db, `geo ${name}`, perSecond);
  return async <T extends object | null>(question: unknown[], call: () => Promise<T>): Promise<T | null> => {
    const key = JSON.stringify(question);
    const known = kept?.get(key);
    if (known) return known as T;
    if (allowed && !(await allowed())) return null;
    const answer = await breaker.execute(call).catch(() => null);
    if (answer) kept?.set(key, answer);
    return answer;
  };
}
