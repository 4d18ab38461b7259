import { expect, test } from 'vitest';
import { getFoodImageUrl } from './food-image-url.ts';

test('a food has a picture of either size', () => {
  expect(getFoodImageUrl('croissant')).toContain('croissant');
  expect(getFoodImageUrl('croissant', 'large')).toContain('large/croissant');
});
