import { expect, test } from 'vitest';
import { calculateShareCents, SHARE_PER_UNIT_CENTS, UNITS_BY_MONTH } from './landing-tiles.tsx';

test('309 × 0.1935 = 59.79, rounded once', () => {
  expect(UNITS_BY_MONTH.at(-1)).toBe(309);
  expect(SHARE_PER_UNIT_CENTS).toBe(19.35);
  expect(calculateShareCents(309)).toBe(5979);
});
