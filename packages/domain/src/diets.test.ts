import { expect, test } from 'vitest';
import { dropContradictedDiets, findContradictedDiet } from './diets.ts';

test.each([
  [['gluten_free'], ['gluten', 'nuts'], 'gluten_free'],
  [['vegan'], ['milk'], 'vegan'],
  [['vegan', 'vegetarian'], ['fish'], 'vegetarian'],
  [['vegetarian'], ['milk', 'eggs'], null],
  // Lactose is taken out of milk, which stays milk.
  [['lactose_free'], ['milk'], null],
  [['kosher'], ['crustaceans'], 'kosher'],
  [['gluten_free', 'kosher'], ['nuts', 'molluscs'], 'kosher'],
  [['kosher'], ['fish', 'milk', 'eggs', 'gluten'], null],
  // Schools of law differ on seafood.
  [['halal'], ['crustaceans', 'molluscs', 'fish', 'milk'], null],
  [['vegan', 'gluten_free'], [], null],
])('%j with %j contradicts: %s', (claimed, named, diet) => {
  expect(findContradictedDiet(claimed, named)).toBe(diet);
});

test('what is left of contradicted claims', () => {
  expect(dropContradictedDiets(['vegan', 'vegetarian', 'halal'], ['milk'])).toEqual(['vegetarian', 'halal']);
});
