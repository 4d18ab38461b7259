import type { Bounds } from '../../../../ui/map/map-canvas.tsx';
import type { MapArea } from '../map.api.ts';
import type { GeoPoint } from './initial-view.ts';

/** What of a map is on show, as it is asked for; ten metres are near enough. */
export function getMapArea(map: { getBounds(): Bounds; getZoom(): number }): MapArea {
  const bounds = map.getBounds();
  const west = Math.max(-180, bounds.getWest());
  const east = Math.min(180, bounds.getEast());
  const edges = [west, Math.max(-90, bounds.getSouth()), east, Math.min(90, bounds.getNorth())];
  return { bbox: edges.map((edge) => edge.toFixed(4)).join(','), zoom: Math.round(map.getZoom() * 10) / 10 };
}

export function containsPoint({ bbox }: MapArea, { longitude, latitude }: GeoPoint): boolean {
  const [west = 0, south = 0, east = 0, north = 0] = bbox.split(',').map(Number);
  return west <= longitude && longitude <= east && south <= latitude && latitude <= north;
}
