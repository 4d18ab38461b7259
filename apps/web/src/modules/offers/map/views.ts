/** How the map was left: where it looked, and which venue was chosen. */
export interface MapView {
  longitude: number;
  latitude: number;
  zoom: number;
  selected: number | null;
}

const FIRST_ZOOM = 12;
/** Near enough to tell one house from the next. */
const VENUE_ZOOM = 16.5;

/** By the key of the history entry: Back finds the map as it was. */
const left = new Map<string, MapView>();

export const leaveView = (key: string, view: MapView): void => void left.set(key, view);

export interface Point {
  latitude: number;
  longitude: number;
}

/** `?place=12&at=38.71,-9.14`: a venue to show. */
export function placeAsked(search: string): (Point & { id: number }) | null {
  const params = new URLSearchParams(search);
  const id = Number(params.get('place'));
  const [latitude, longitude] = (params.get('at') ?? '').split(',').map(Number);
  const good =
    Number.isInteger(id) && id > 0 && Math.abs(latitude ?? 91) <= 90 && Math.abs(longitude ?? 181) <= 180;
  return good ? { id, latitude: latitude!, longitude: longitude! } : null;
}

/** As it was left; else at the venue asked for; else around the person or their city; else all of Portugal. */
export function firstView(key: string, search: string, around: Point | null): MapView {
  const before = left.get(key);
  if (before) return before;
  const place = placeAsked(search);
  if (place) return { ...place, zoom: VENUE_ZOOM, selected: place.id };
  if (around) return { ...around, zoom: FIRST_ZOOM, selected: null };
  return { latitude: 39.6, longitude: -8.3, zoom: 6, selected: null };
}
