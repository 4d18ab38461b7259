import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRandom } from '../random.ts';
import { distributeStars } from './ratings.ts';

test('stars are one to five with the requested mean, to the nearest star', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 300 }),
      fc.double({ min: 1, max: 5, noNaN: true }),
      (count, mean) => {
        const stars = distributeStars(count, mean, createRandom(`${count} ${mean}`));
        expect(stars).toHaveLength(count);
        for (const star of stars) expect([1, 2, 3, 4, 5]).toContain(star);
        expect(stars.reduce((sum, star) => sum + star, 0)).toBe(Math.round(count * mean));
      },
    ),
  );
});
