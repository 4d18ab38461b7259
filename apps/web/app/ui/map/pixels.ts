/** A box around a centre, in pixels of the world map at a zoom. */
export interface PixelBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface GeoPoint {
  latitude: number;
  longitude: number;
}

const TILE_SIZE = 512;

/** Web Mercator. */
export function toPixel({ latitude, longitude }: GeoPoint, zoom: number): { x: number; y: number } {
  const worldSize = TILE_SIZE * 2 ** zoom;
  const sine = Math.sin((latitude * Math.PI) / 180);
  return {
    x: ((longitude + 180) / 360) * worldSize,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * worldSize,
  };
}

export const isOverlapping = (a: PixelBox, b: PixelBox): boolean =>
  Math.abs(a.x - b.x) < (a.width + b.width) / 2 && Math.abs(a.y - b.y) < (a.height + b.height) / 2;

/** Offsets of a label from its position, in its own heights and half widths; nearer ones first. */
const CANDIDATE_OFFSETS = [
  [0, 0],
  [0, -1.6],
  [0, 1.6],
  [0, -2.4],
  [0, 2.4],
  [-1.6, 0],
  [1.6, 0],
  [-2.6, 0],
  [2.6, 0],
] as const;

/** The first offset without an overlap; null when there is none. */
export function findLabelOffset(
  label: PixelBox,
  occupiedBoxes: readonly PixelBox[],
): [x: number, y: number] | null {
  for (const [across, down] of CANDIDATE_OFFSETS) {
    const x = (across * label.width) / 2;
    const y = down * label.height;
    const movedLabel = { ...label, x: label.x + x, y: label.y + y };
    if (!occupiedBoxes.some((box) => isOverlapping(box, movedLabel))) return [x, y];
  }
  return null;
}
