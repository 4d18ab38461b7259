import { type Box, type Point, pixelOf } from '../../../../ui/map/pixels.ts';

/** Pixels across the circle of a cluster. */
export const clusterSize = (count: number): number => 44 + Math.min(28, Math.log10(count) * 9);

export function clusterBox(cluster: Point & { count: number }, zoom: number): Box {
  const size = clusterSize(cluster.count);
  return { ...pixelOf(cluster, zoom), width: size, height: size };
}

/** A pill with a price, standing on its position. */
export function pinBox(salePlace: Point, zoom: number): Box {
  const { x, y } = pixelOf(salePlace, zoom);
  return { x, y: y - 22, width: 112, height: 44 };
}
