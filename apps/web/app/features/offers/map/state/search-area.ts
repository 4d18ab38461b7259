import type { Bounds } from '../../../../ui/map/map-canvas.tsx';
import type { MapArea } from '../../offers.api.ts';

/** The state of a map when it was left: its view and the selected sale place. */
export interface MapView {
  longitude: number;
  latitude: number;
  zoom: number;
  selectedId: number | null;
}

const INITIAL_ZOOM = 12;
/** Close enough to tell neighbouring houses apart. */
const SALE_PLACE_ZOOM = 16.5;

/** By the key of the history entry, so that Back restores the map. */
const savedViews = new Map<string, MapView>();

export const saveView = (key: string, view: MapView): void => void savedViews.set(key, view);

export interface GeoPoint {
  latitude: number;
  longitude: number;
}

/** `?place=12&at=38.71,-9.14`: a sale place to show. */
export function parseRequestedSalePlace(search: string): (GeoPoint & { id: number }) | null {
  const params = new URLSearchParams(search);
  const id = Number(params.get('place'));
  const [latitude, longitude] = (params.get('at') ?? '').split(',').map(Number);
  const isValid =
    Number.isInteger(id) && id > 0 && Math.abs(latitude ?? 91) <= 90 && Math.abs(longitude ?? 181) <= 180;
  return isValid ? { id, latitude: latitude!, longitude: longitude! } : null;
}

/** The saved view; else around the requested sale place; else around the user or their city; else all of Portugal. */
export function getInitialView(key: string, search: string, center: GeoPoint | null): MapView {
  const savedView = savedViews.get(key);
  if (savedView) return savedView;
  const requested = parseRequestedSalePlace(search);
  if (requested) return { ...requested, zoom: SALE_PLACE_ZOOM, selectedId: requested.id };
  if (center) return { ...center, zoom: INITIAL_ZOOM, selectedId: null };
  return { latitude: 39.6, longitude: -8.3, zoom: 6, selectedId: null };
}

/** The area whose offers are shown or loading, and whether the user has moved the map since. */
export interface SearchArea {
  area: MapArea | null;
  isMoved: boolean;
}

/** Why the app moves the map: passed with the move and returned at its end. */
export interface MoveReason {
  /** To load the offers there. */
  isSearch?: true;
  /** To bring a position into view. */
  pointToShow?: GeoPoint;
}

/** The next state after the map moved, by the user (`originalEvent`) or by the app. */
export function getNextSearchArea(
  current: SearchArea,
  { originalEvent, isSearch, pointToShow }: MoveReason & { originalEvent?: unknown },
  visibleArea: MapArea,
): SearchArea {
  const { area } = current;
  // Clusters depend on the zoom.
  const isSameZoom = area && Math.round(visibleArea.zoom) === Math.round(area.zoom);
  // A pressed pin may be absent from the response for the area that is still loading: its position may lie outside
  // that area.
  const isOutside = area && pointToShow && !containsPoint(area, pointToShow);
  if (isSearch || !isSameZoom || isOutside) return { area: visibleArea, isMoved: false };
  // After a move by the user, loading waits for a press.
  return originalEvent ? { area, isMoved: true } : current;
}

/** The visible area as a query; rounded to ten metres. */
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
