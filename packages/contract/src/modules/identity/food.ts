import Type from 'typebox';
import { allergens, diets } from '../../vocabulary.ts';
import { Allergen, Diet } from '../products/products.ts';

export const Food = Type.Object(
  {
    diets: Type.Array(Diet, { maxItems: diets.length }),
    free_of: Type.Array(Allergen, {
      maxItems: allergens.length,
      description: 'what the user never wants to see',
    }),
  },
  {
    $id: 'Food',
    description:
      'what the user eats, kept because they asked for it: their apps send it with lists and searches',
  },
);
