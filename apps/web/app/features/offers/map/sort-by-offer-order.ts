import type { Offer } from '../offers.api.ts';
import type { MapSalePlace } from './map.api.ts';

/** Venues in the order in which the list has their packs; those it has not yet come last. */
export function sortByOfferOrder(salePlaces: MapSalePlace[], offers: Offer[]): MapSalePlace[] {
  const rankById = new Map<number, number>();
  for (const [i, { sale_place: salePlace }] of offers.entries())
    if (!rankById.has(salePlace.id)) rankById.set(salePlace.id, i);
  const lastRank = offers.length;
  return salePlaces.toSorted((a, b) => (rankById.get(a.id) ?? lastRank) - (rankById.get(b.id) ?? lastRank));
}
