import { isOverlapping, type PixelBox } from './pixels.ts';

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
