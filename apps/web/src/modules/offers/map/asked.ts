import { holds } from './area.ts';
import type { Area } from './map.api.ts';
import type { Point } from './views.ts';

/** The area whose offers are on show or under way, and whether the person has moved the map since. */
export interface Asked {
  area: Area | null;
  moved: boolean;
}

/** Why the map moves when nobody moves it by hand: given to it with the move, and given back when that ends. */
export interface Reason {
  /** To ask what is there. */
  asks?: true;
  /** To bring in sight what stands here. */
  shows?: Point;
}

/** The map has moved, which may be the doing of the person (`originalEvent`), and this is what it shows now. */
export function askedAfter(
  before: Asked,
  { originalEvent, asks, shows }: Reason & { originalEvent?: unknown },
  here: Area,
): Asked {
  const { area } = before;
  // Clusters are made for a zoom.
  const sameZoom = area && Math.round(here.zoom) === Math.round(area.zoom);
  // A pin may be pressed that the answer for the area, still under way, takes away: where it stands nobody has asked.
  const beyond = area && shows && !holds(area, shows);
  if (asks || !sameZoom || beyond) return { area: here, moved: false };
  // What is moved by hand waits for a word.
  return originalEvent ? { area, moved: true } : before;
}
