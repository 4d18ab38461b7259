import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomFrom } from '../random.ts';
import { starsFor } from './rate.ts';

test('stars are one to five and have the mean that is asked for, to the nearest star', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 300 }),
      fc.double({ min: 1, max: 5, noNaN: true }),
      (count, mean) => {
        const stars = starsFor(count, mean, randomFrom(`${count} ${mean}`));
        expect(stars).toHaveLength(count);
        for (const one of stars) expect([1, 2, 3, 4, 5]).toContain(one);
        expect(stars.reduce((sum, one) => sum + one, 0)).toBe(Math.round(count * mean));
      },
    ),
  );
});
