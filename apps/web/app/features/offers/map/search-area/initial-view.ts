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
