import type { BoundingBox } from './map/map-cells.rules.ts';

export interface Position {
  latitude: number;
  longitude: number;
}

/** What list and map look for. */
export interface OfferFilters {
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
  box: BoundingBox | null;
}

/**
 * Whether a query with these filters may be a prepared statement. A word, a favourite or a seller may be that of every
 * product or of one: the plan hangs on it. Of the others any two together would make more texts than are kept.
 */
export function isPreparable({
  search,
  favouritesOnly,
  sellerId,
  ...remainingFilters
}: OfferFilters): boolean {
  if (search !== null || favouritesOnly || sellerId !== null) return false;
  const { typeId, diet, day, radius, box } = remainingFilters;
  return [typeId, diet, day, radius, box].filter((value) => value !== null).length <= 1;
}
