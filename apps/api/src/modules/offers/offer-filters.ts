import type { Box } from './map-cells.rules.ts';

export interface Position {
  latitude: number;
  longitude: number;
}

/** What list and map look for. */
export interface Filters {
  userId: number;
  /** Distances are from here; null when nobody knows. */
  origin: Position | null;
  /** Metres. */
  radius: number | null;
  typeId: number | null;
  diet: string | null;
  favouritesOnly: boolean;
  /** A tsquery; null for no text. */
  search: string | null;
  day: 'today' | 'tomorrow' | null;
  /** Only packs of this one. */
  sellerId: number | null;
  /** Only what lies in this part of the map. */
  box: Box | null;
}
