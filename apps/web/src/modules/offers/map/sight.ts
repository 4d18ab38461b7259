import type { Reason } from './asked.ts';
import type { Point } from './views.ts';

interface SeenMap {
  project(at: [number, number]): { x: number; y: number };
  getContainer(): { clientWidth: number; clientHeight: number };
  easeTo(options: { center: [number, number]; offset: [number, number] }, why: Reason): unknown;
}

/** Pixels that cards and controls cover of a map, from its edges. */
const phone = { left: 60, right: 60, top: 230, bottom: 240 };
/** Of a wide one the card of the venue, at the bottom left. */
const card = { width: 400, height: 420 };
const WIDE = 576;

/** Moves a map when what was chosen on it lies under something else. */
export function bringInSight(map: SeenMap, place: Point): void {
  const { longitude, latitude } = place;
  const { x, y } = map.project([longitude, latitude]);
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  const outside = x < 50 || x > width - 50 || y < 60 || y > height - 30;
  const covered =
    width > WIDE
      ? x < card.width && y > height - card.height
      : x < phone.left || x > width - phone.right || y < phone.top || y > height - phone.bottom;
  if (!outside && !covered) return;
  map.easeTo(
    { center: [longitude, latitude], offset: width > WIDE ? [width / 8, 0] : [0, -20] },
    { shows: place },
  );
}
