import { expect, test } from 'vitest';
import { findLabelOffset, isOverlapping } from './pixels.ts';

test('a label moves away from an obstacle, and is left out where everything is covered', () => {
  const label = { x: 0, y: 0, width: 60, height: 20 };
  const obstacle = { x: 0, y: 10, width: 50, height: 50 };
  expect(findLabelOffset(label, [])).toEqual([0, 0]);
  const offset = findLabelOffset(label, [obstacle])!;
  expect(isOverlapping({ ...label, x: offset[0], y: offset[1] }, obstacle)).toBe(false);
  expect(findLabelOffset(label, [{ x: 0, y: 0, width: 900, height: 900 }])).toBeNull();
});
