import { type GeoPoint, isOverlapping, type PixelBox, toPixel } from '../../../../ui/map/pixels.ts';
import type { MapCluster, MapSalePlace } from '../../offers.api.ts';

/** Diameter in pixels. */
export const clusterSize = (count: number): number => 44 + Math.min(28, Math.log10(count) * 9);

export function clusterBox(cluster: GeoPoint & { count: number }, zoom: number): PixelBox {
  const size = clusterSize(cluster.count);
  return { ...toPixel(cluster, zoom), width: size, height: size };
}

/** The box of a pin, a pill with a price above its position. */
export function pinBox(salePlace: GeoPoint, zoom: number): PixelBox {
  const { x, y } = toPixel(salePlace, zoom);
  return { x, y: y - 22, width: 112, height: 44 };
}

/**
 * Merges pins that would overlap on screen into clusters. The server's grid may place a sale place right beside the
 * cluster of its neighbours. A merged cluster keeps the larger one's position. `kept` sale places, which are selected
 * or highlighted, stay pins.
 */
export function declutter(
  { salePlaces, clusters }: { salePlaces: MapSalePlace[]; clusters: MapCluster[] },
  zoom: number,
  pinnedIds: readonly (number | null)[],
): { salePlaces: MapSalePlace[]; clusters: MapCluster[] } {
  const merged: MapCluster[] = [];
  const addToCluster = (target: MapCluster, count: number, price: number) => {
    target.count += count;
    target.price_from = Math.min(target.price_from, price);
  };
  for (const cluster of clusters.toSorted((a, b) => b.count - a.count)) {
    const box = clusterBox(cluster, zoom);
    const overlapping = merged.find((other) => isOverlapping(clusterBox(other, zoom), box));
    if (overlapping) addToCluster(overlapping, cluster.count, cluster.price_from);
    else merged.push({ ...cluster });
  }
  const pins = salePlaces.filter((salePlace) => {
    if (pinnedIds.includes(salePlace.id)) return true;
    const box = pinBox(salePlace, zoom);
    const overlapping = merged.find((cluster) => isOverlapping(clusterBox(cluster, zoom), box));
    if (overlapping) addToCluster(overlapping, 1, Math.min(...salePlace.products.map(({ price }) => price)));
    return !overlapping;
  });
  return { salePlaces: pins, clusters: merged };
}
