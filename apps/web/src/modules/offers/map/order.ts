import type { Offer } from '../offers.api.ts';
import type { MapPlace } from './map.api.ts';

/** Venues in the order in which the list has their packs; those it has not yet come last. */
export function inOrder(places: MapPlace[], offers: Offer[]): MapPlace[] {
  const turn = new Map<number, number>();
  for (const [i, { sale_place: place }] of offers.entries()) if (!turn.has(place.id)) turn.set(place.id, i);
  const last = offers.length;
  return places.toSorted((a, b) => (turn.get(a.id) ?? last) - (turn.get(b.id) ?? last));
}
