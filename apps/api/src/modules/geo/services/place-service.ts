import type { Language } from '@wopack/rules';
import type { Position } from '../globe.rules.ts';

export interface FoundPlace extends Position {
  displayName: string;
  formattedAddress: string;
  /** As it is dialled from abroad, where the service tells it. */
  phone?: string;
}

export interface Asked {
  text: string;
  near: Position | null;
  language: Language;
  limit: number;
}

/** Where somebody is, in words. */
export interface Surroundings extends Position {
  city: string;
  /** Street and number, where the service knows them. */
  address: string | null;
}

/** Somebody outside who knows places. What a service does not do, or must not be asked for, is left out. */
export interface PlaceService {
  readonly name: string;
  /** Asked with each letter somebody types. */
  cities?(asked: Asked): Promise<FoundPlace[]>;
  /** The same for establishments: shops, restaurants, hotels. */
  establishments?(asked: Asked): Promise<FoundPlace[]>;
  /** Null where nothing is. */
  reverse?(position: Position, language: Language): Promise<Surroundings | null>;
  /** How long its answers may be kept; 0: not at all. */
  readonly keepMs: number;
  /** Most questions a second from all processes together; null: as many as there are. */
  readonly perSecond: number | null;
}
