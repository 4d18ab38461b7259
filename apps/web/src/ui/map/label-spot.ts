import { type Box, overlaps } from './pixels.ts';

/** How far from its place a name may stand, in its own heights and half widths; nearer spots first. */
const spots = [
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

/** Moves a name to where nothing covers it; null when there is no such spot. */
export function labelSpot(label: Box, taken: readonly Box[]): [x: number, y: number] | null {
  for (const [across, down] of spots) {
    const x = (across * label.width) / 2;
    const y = down * label.height;
    const moved = { ...label, x: label.x + x, y: label.y + y };
    if (!taken.some((box) => overlaps(box, moved))) return [x, y];
  }
  return null;
}
