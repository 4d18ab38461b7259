import type { GeoPoint } from './initial-view.ts';
import type { MoveReason } from './search-area.ts';

interface MapLike {
  project(position: [number, number]): { x: number; y: number };
  getContainer(): { clientWidth: number; clientHeight: number };
  easeTo(options: { center: [number, number]; offset: [number, number] }, reason: MoveReason): unknown;
}

/** Pixels that cards and controls cover of a map, from its edges. */
const PHONE_COVERED = { left: 60, right: 60, top: 230, bottom: 240 };
/** Of a wide one the card of the venue, at the bottom left. */
const POPUP_SIZE = { width: 400, height: 420 };
const WIDE_MIN_WIDTH = 576;

/** Moves a map when what was chosen on it lies under something else. */
export function ensureVisible(map: MapLike, point: GeoPoint): void {
  const { longitude, latitude } = point;
  const { x, y } = map.project([longitude, latitude]);
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  const isOutside = x < 50 || x > width - 50 || y < 60 || y > height - 30;
  const isCovered =
    width > WIDE_MIN_WIDTH
      ? x < POPUP_SIZE.width && y > height - POPUP_SIZE.height
      : x < PHONE_COVERED.left ||
        x > width - PHONE_COVERED.right ||
        y < PHONE_COVERED.top ||
        y > height - PHONE_COVERED.bottom;
  if (!isOutside && !isCovered) return;
  map.easeTo(
    { center: [longitude, latitude], offset: width > WIDE_MIN_WIDTH ? [width / 8, 0] : [0, -20] },
    { pointToShow: point },
  );
}
