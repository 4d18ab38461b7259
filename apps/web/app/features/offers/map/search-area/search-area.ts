import type { MapArea } from '../map.api.ts';
import type { GeoPoint } from './initial-view.ts';
import { containsPoint } from './map-area.ts';

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
