import { expect, test } from 'vitest';
import { getFoodImageUrl } from './food-image-url.ts';

test('a food has an image in both sizes', () => {
  expect(getFoodImageUrl('croissant')).toContain('croissant');
  expect(getFoodImageUrl('croissant', 'large')).toContain('large/croissant');
});
