import { overlaps } from '../../../ui/map/pixels.ts';
import { clusterBox, pinBox } from './boxes.ts';
import type { MapCluster, MapPlace } from './map.api.ts';

/**
 * Squares that touch may put a venue right beside the number of its neighbours: what would cover one another becomes
 * one. Of what merges the larger stays where it is. `kept` venues are being looked at and stay pins.
 */
export function declutter(
  { places, clusters }: { places: MapPlace[]; clusters: MapCluster[] },
  zoom: number,
  kept: readonly (number | null)[],
): { places: MapPlace[]; clusters: MapCluster[] } {
  const merged: MapCluster[] = [];
  const take = (into: MapCluster, count: number, price: number) => {
    into.count += count;
    into.price_from = Math.min(into.price_from, price);
  };
  for (const cluster of clusters.toSorted((a, b) => b.count - a.count)) {
    const box = clusterBox(cluster, zoom);
    const near = merged.find((other) => overlaps(clusterBox(other, zoom), box));
    if (near) take(near, cluster.count, cluster.price_from);
    else merged.push({ ...cluster });
  }
  const pins = places.filter((place) => {
    if (kept.includes(place.id)) return true;
    const box = pinBox(place, zoom);
    const near = merged.find((cluster) => overlaps(clusterBox(cluster, zoom), box));
    if (near) take(near, 1, Math.min(...place.products.map(({ price }) => price)));
    return !near;
  });
  return { places: pins, clusters: merged };
}
