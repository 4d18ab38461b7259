import type { Bounds } from '../../../ui/map/map-canvas.tsx';
import type { Area } from './map.api.ts';

/** What of a map is on show, as it is asked for; ten metres are near enough. */
export function areaOf(map: { getBounds(): Bounds; getZoom(): number }): Area {
  const bounds = map.getBounds();
  const west = Math.max(-180, bounds.getWest());
  const east = Math.min(180, bounds.getEast());
  const box = [west, Math.max(-90, bounds.getSouth()), east, Math.min(90, bounds.getNorth())];
  return { bbox: box.map((edge) => edge.toFixed(4)).join(','), zoom: Math.round(map.getZoom() * 10) / 10 };
}
