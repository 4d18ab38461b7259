import { type GeoPoint, type PixelBox, toPixel } from '../../../../ui/map/pixels.ts';

/** Pixels across the circle of a cluster. */
export const clusterSize = (count: number): number => 44 + Math.min(28, Math.log10(count) * 9);

export function clusterBox(cluster: GeoPoint & { count: number }, zoom: number): PixelBox {
  const size = clusterSize(cluster.count);
  return { ...toPixel(cluster, zoom), width: size, height: size };
}

/** A pill with a price, standing on its position. */
export function pinBox(salePlace: GeoPoint, zoom: number): PixelBox {
  const { x, y } = toPixel(salePlace, zoom);
  return { x, y: y - 22, width: 112, height: 44 };
}
