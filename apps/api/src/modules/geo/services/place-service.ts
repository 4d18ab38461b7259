import type { Language } from '@wopack/domain';
import type { Position } from '../distance.rules.ts';

export interface GeocodedPlace extends Position {
  displayName: string;
  formattedAddress: string;
  /** In international format, if the service provides it. */
  phone?: string;
}

export interface PlaceQuery {
  text: string;
  near: Position | null;
  language: Language;
  limit: number;
}

/** Address of a position. */
export interface ReverseGeocodeResult extends Position {
  city: string;
  /** Street and number, if known. */
  address: string | null;
}

/** An external geocoding service. Operations that it lacks or that its terms forbid are left out. */
export interface PlaceService {
  readonly name: string;
  /** Called with each typed letter. */
  cities?(placeQuery: PlaceQuery): Promise<GeocodedPlace[]>;
  /** The same for establishments: shops, restaurants, hotels. */
  establishments?(placeQuery: PlaceQuery): Promise<GeocodedPlace[]>;
  /** Null when there is no address. */
  reverse?(position: Position, language: Language): Promise<ReverseGeocodeResult | null>;
  /** How long results may be cached; 0 for not at all. */
  readonly cacheTtlMs: number;
  /** Requests a second of all processes together; null for no limit. */
  readonly maxPerSecond: number | null;
}

/** Bounds the delay of typeahead results. */
const TIMEOUT_MS = 1_500;

/** Throws on a timeout or an unsuccessful status. */
export async function fetchJson<T>(
  base: string,
  path: string,
  query: Record<string, string | number | undefined>,
  init: RequestInit = {},
): Promise<T> {
  const url = new URL(base.replace(/\/+$/, '') + path);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${url.host} answers ${response.status}`);
  return (await response.json()) as T;
}

const DAY_MS = 86_400_000;
export const MONTH_MS = 30 * DAY_MS;
