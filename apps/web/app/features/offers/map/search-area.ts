import type { Bounds } from '../../../ui/map/map-canvas.tsx';
import type { MapArea } from './map.api.ts';

/** How the map was left: where it looked, and which venue was chosen. */
export interface MapView {
  longitude: number;
  latitude: number;
  zoom: number;
  selectedId: number | null;
}

const INITIAL_ZOOM = 12;
/** Near enough to tell one house from the next. */
const SALE_PLACE_ZOOM = 16.5;

/** By the key of the history entry: Back finds the map as it was. */
const savedViews = new Map<string, MapView>();

export const saveView = (key: string, view: MapView): void => void savedViews.set(key, view);

export interface GeoPoint {
  latitude: number;
  longitude: number;
}

/** `?place=12&at=38.71,-9.14`: a venue to show. */
export function parseRequestedSalePlace(search: string): (GeoPoint & { id: number }) | null {
  const params = new URLSearchParams(search);
  const id = Number(params.get('place'));
  const [latitude, longitude] = (params.get('at') ?? '').split(',').map(Number);
  const isValid =
    Number.isInteger(id) && id > 0 && Math.abs(latitude ?? 91) <= 90 && Math.abs(longitude ?? 181) <= 180;
  return isValid ? { id, latitude: latitude!, longitude: longitude! } : null;
}

/** As it was left; else at the venue asked for; else around the person or their city; else all of Portugal. */
export function getInitialView(key: string, search: string, center: GeoPoint | null): MapView {
  const savedView = savedViews.get(key);
  if (savedView) return savedView;
  const requested = parseRequestedSalePlace(search);
  if (requested) return { ...requested, zoom: SALE_PLACE_ZOOM, selectedId: requested.id };
  if (center) return { ...center, zoom: INITIAL_ZOOM, selectedId: null };
  return { latitude: 39.6, longitude: -8.3, zoom: 6, selectedId: null };
}

/** The area whose offers are on show or under way, and whether the person has moved the map since. */
export interface SearchArea {
  area: MapArea | null;
  isMoved: boolean;
}

/** Why the map moves when nobody moves it by hand: given to it with the move, and given back when that ends. */
export interface MoveReason {
  /** To ask what is there. */
  isSearch?: true;
  /** To bring in sight what stands here. */
  pointToShow?: GeoPoint;
}

/** The map has moved, which may be the doing of the person (`originalEvent`), and this is what it shows now. */
export function getNextSearchArea(
  current: SearchArea,
  { originalEvent, isSearch, pointToShow }: MoveReason & { originalEvent?: unknown },
  visibleArea: MapArea,
): SearchArea {
  const { area } = current;
  // Clusters are made for a zoom.
  const isSameZoom = area && Math.round(visibleArea.zoom) === Math.round(area.zoom);
  // A pin may be pressed that the answer for the area, still under way, takes away: where it stands nobody has asked.
  const isOutside = area && pointToShow && !containsPoint(area, pointToShow);
  if (isSearch || !isSameZoom || isOutside) return { area: visibleArea, isMoved: false };
  // What is moved by hand waits for a word.
  return originalEvent ? { area, isMoved: true } : current;
}

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
