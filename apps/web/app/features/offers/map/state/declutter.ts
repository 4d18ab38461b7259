import { isOverlapping, type PixelBox, toPixel } from '../../../../ui/map/pixels.ts';
import type { MapCluster, MapSalePlace } from '../../offers.api.ts';
import type { GeoPoint } from './search-area.ts';

/** Diameter in pixels. */
export const clusterSize = (count: number): number => 44 + Math.min(28, Math.log10(count) * 9);

export function clusterBox(cluster: GeoPoint & { count: number }, zoom: number): PixelBox {
  const size = clusterSize(cluster.count);
  return { ...toPixel(cluster, zoom), width: size, height: size };
}

/** The box of a pin, a pill with a price above its position, which grows with the text. */
export function pinBox(salePlace: GeoPoint, { zoom, textSize }: MapScale, [right, down] = [0, 0]): PixelBox {
  const { x, y } = toPixel(salePlace, zoom);
  return { x: x + right, y: y + down - 22 * textSize, width: 116 * textSize, height: 45 * textSize };
}

/** From this zoom on pins beside each other are spread instead of merged: zooming in would hardly part them. */
const SPREAD_ZOOM = 17;

export interface MapPin {
  salePlace: MapSalePlace;
  /** Pixels from its position. */
  offset: [x: number, y: number];
}

/**
 * Arranges markers so that none overlaps another on screen. Sale places and clusters of the server's grid that would
 * are merged into a cluster; in streets sale places are spread instead. `pinnedIds`, which are selected or highlighted,
 * stay pins at their positions and lie above all others.
 */
export function declutter(
  { salePlaces, clusters }: { salePlaces: MapSalePlace[]; clusters: MapCluster[] },
  scale: MapScale,
  pinnedIds: readonly (number | null)[],
): { pins: MapPin[]; clusters: MapCluster[] } {
  const pinned = salePlaces.filter(({ id }) => pinnedIds.includes(id));
  const others = salePlaces.filter(({ id }) => !pinnedIds.includes(id));
  const { zoom } = scale;
  const isSpread = zoom >= SPREAD_ZOOM;
  const merged = mergeOverlapping(
    [...clusters.toSorted((a, b) => b.count - a.count), ...(isSpread ? [] : others)],
    scale,
  );
  const mergedClusters = merged.filter((marker) => isCluster(marker)).toSorted((a, b) => b.count - a.count);
  const remaining = isSpread ? others : merged.filter((marker): marker is MapSalePlace => !isCluster(marker));
  const pins = [
    ...pinned.map((salePlace): MapPin => ({ salePlace, offset: [0, 0] })),
    ...(isSpread
      ? spreadPins(remaining, scale, [
          ...mergedClusters.map((cluster) => clusterBox(cluster, zoom)),
          ...pinned.map((salePlace) => pinBox(salePlace, scale)),
        ])
      : remaining.map((salePlace): MapPin => ({ salePlace, offset: [0, 0] }))),
  ];
  const order = new Map(salePlaces.map(({ id }, i) => [id, i]));
  return {
    pins: pins.toSorted((a, b) => order.get(a.salePlace.id)! - order.get(b.salePlace.id)!),
    clusters: mergedClusters,
  };
}

type MapMarker = MapSalePlace | MapCluster;

const isCluster = (marker: MapMarker): marker is MapCluster => 'count' in marker;

const markerBox = (marker: MapMarker, scale: MapScale): PixelBox =>
  isCluster(marker) ? clusterBox(marker, scale.zoom) : pinBox(marker, scale);

function mergeOverlapping(markers: MapMarker[], scale: MapScale): MapMarker[] {
  const merged: { marker: MapMarker; box: PixelBox }[] = [];
  for (const added of markers) {
    let marker = added;
    let box = markerBox(marker, scale);
    // What the merged marker covers is merged as well.
    for (;;) {
      const index = merged.findIndex((other) => isOverlapping(other.box, box));
      if (index === -1) break;
      marker = mergeMarkers(merged.splice(index, 1)[0]!.marker, marker);
      box = markerBox(marker, scale);
    }
    merged.push({ marker, box });
  }
  return merged.map(({ marker }) => marker);
}

/** The larger one keeps its position; two of the same size meet in the middle. */
function mergeMarkers(a: MapMarker, b: MapMarker): MapCluster {
  const [larger, smaller] = [toCluster(a), toCluster(b)].toSorted(
    (one, other) => other.count - one.count,
  ) as [MapCluster, MapCluster];
  const isAlike = larger.count === smaller.count;
  return {
    latitude: isAlike ? (larger.latitude + smaller.latitude) / 2 : larger.latitude,
    longitude: isAlike ? (larger.longitude + smaller.longitude) / 2 : larger.longitude,
    count: larger.count + smaller.count,
    price_from: Math.min(larger.price_from, smaller.price_from),
  };
}

function toCluster(marker: MapMarker): MapCluster {
  if (isCluster(marker)) return marker;
  const { latitude, longitude, products } = marker;
  return { latitude, longitude, count: 1, price_from: Math.min(...products.map(({ price }) => price)) };
}

/** Steps of half a pin across and a whole one down, in a square that has room for all pins of a view. */
const SPREAD_STEPS = Array.from({ length: 33 }, (_, i) => i - 16);
const SPREAD_OFFSETS = SPREAD_STEPS.flatMap((across) =>
  SPREAD_STEPS.map((down): [number, number] => [across * 59, down * 46]),
).toSorted(([x1, y1], [x2, y2]) => Math.hypot(x1, y1) - Math.hypot(x2, y2));

/** Each pin goes to the free place nearest to its position; the first ones find their own positions free. */
function spreadPins(salePlaces: MapSalePlace[], scale: MapScale, takenBoxes: PixelBox[]): MapPin[] {
  const occupiedBoxes = [...takenBoxes];
  const { textSize } = scale;
  const offsets = SPREAD_OFFSETS.map(([right, down]): [number, number] => [
    right * textSize,
    down * textSize,
  ]);
  return salePlaces.map((salePlace) => {
    const isFree = (box: PixelBox) => !occupiedBoxes.some((other) => isOverlapping(other, box));
    const offset = offsets.find((candidate) => isFree(pinBox(salePlace, scale, candidate))) ?? [0, 0];
    occupiedBoxes.push(pinBox(salePlace, scale, offset));
    return { salePlace, offset };
  });
}

/** Pixels around controls, notes and cards. */
const OVERLAY_MARGIN = 4;

/** What the map shows: its centre, its zoom and its size in pixels. */
export interface MapCamera extends GeoPoint {
  zoom: number;
  width: number;
  height: number;
  /** A multiple of the usual size: 2 at 200 %. */
  textSize: number;
}

type MapScale = Pick<MapCamera, 'zoom' | 'textSize'>;

/** What lies on the map, in pixels from its upper left corner. */
export interface Overlay {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** What controls, notes and cards cover, with a margin: a marker there could be neither read nor pressed. */
export function getCoveredBoxes(camera: MapCamera, overlays: readonly Overlay[]): PixelBox[] {
  const centre = toPixel(camera, camera.zoom);
  return overlays.map(({ left, top, width, height }) => ({
    x: centre.x - camera.width / 2 + left + width / 2,
    y: centre.y - camera.height / 2 + top + height / 2,
    width: width + 2 * OVERLAY_MARGIN,
    height: height + 2 * OVERLAY_MARGIN,
  }));
}
