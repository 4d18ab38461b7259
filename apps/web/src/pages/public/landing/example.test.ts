import { expect, test } from 'vitest';
import { packsByMonth, shareCents, sharePerPackCents } from './example.ts';

test('309 × 0.1935 = 59.79, rounded once', () => {
  expect(packsByMonth.at(-1)).toBe(309);
  expect(sharePerPackCents).toBe(19.35);
  expect(shareCents(309)).toBe(5979);
});
