import { expect, test } from 'vitest';
import { labelSpot } from './label-spot.ts';
import { overlaps } from './pixels.ts';

test('a name gives way to what covers it, and is left out where everything is covered', () => {
  const label = { x: 0, y: 0, width: 60, height: 20 };
  const disc = { x: 0, y: 10, width: 50, height: 50 };
  expect(labelSpot(label, [])).toEqual([0, 0]);
  const spot = labelSpot(label, [disc])!;
  expect(overlaps({ ...label, x: spot[0], y: spot[1] }, disc)).toBe(false);
  expect(labelSpot(label, [{ x: 0, y: 0, width: 900, height: 900 }])).toBeNull();
});
