import type { Language } from '@wopack/domain';
import type { Position } from '../gazetteer/distance.rules.ts';

export interface GeocodedPlace extends Position {
  displayName: string;
  formattedAddress: string;
  /** As it is dialled from abroad, where the service tells it. */
  phone?: string;
}

export interface PlaceQuery {
  text: string;
  near: Position | null;
  language: Language;
  limit: number;
}

/** Where somebody is, in words. */
export interface ReverseGeocodeResult extends Position {
  city: string;
  /** Street and number, where the service knows them. */
  address: string | null;
}

/** Somebody outside who knows places. What a service does not do, or must not be asked for, is left out. */
export interface PlaceService {
  readonly name: string;
  /** Asked with each letter somebody types. */
  cities?(placeQuery: PlaceQuery): Promise<GeocodedPlace[]>;
  /** The same for establishments: shops, restaurants, hotels. */
  establishments?(placeQuery: PlaceQuery): Promise<GeocodedPlace[]>;
  /** Null where nothing is. */
  reverse?(position: Position, language: Language): Promise<ReverseGeocodeResult | null>;
  /** How long its answers may be kept; 0: not at all. */
  readonly cacheTtlMs: number;
  /** Most questions a second from all processes together; null: as many as there are. */
  readonly maxPerSecond: number | null;
}
