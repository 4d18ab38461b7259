import type { allergens, diets } from '@wopack/contract';
import type { Food } from '../pictures/sprites.ts';
import type { Concept } from '../places/sale-place-names.ts';

/** Slugs of `product_types`. */
export const productTypes = [
  'bakery',
  'meals',
  'groceries',
  'sweets',
  'sushi',
  'vegetarian',
  'breakfast',
] as const;
export type ProductType = (typeof productTypes)[number];

type Allergen = (typeof allergens)[number];
type Diet = (typeof diets)[number];

/** Small, medium and large products, each with its own price tiers. */
export type ProductSize = 's' | 'm' | 'l';

/** Text of a product. `foods` are shown on its picture, the most important first. */
export interface ProductText {
  name: string;
  description: string;
  concepts: Concept[];
  foods: Food[];
  allergens: Allergen[];
  diet?: Diet[];
  extraTypes?: ProductType[];
  size: ProductSize;
}

/** Name and description in each line, separated by '|'. */
export const parseTranslations = (lines: string): (readonly [name: string, description: string])[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((part) => part.trim()) as [string, string]);

/** Last sentences of descriptions; may be empty. */
export const closings = [
  '',
  'Cada saco é diferente.',
  'Traz um saco e poupamos outro.',
  'Se tiveres alergias, pergunta antes de comprar.',
  'Mostra o PIN ao balcão e está feito.',
  '',
  'Não prometemos o quê, prometemos que é bom.',
  'O que não se vende hoje não se vende amanhã.',
  'Guardamos-to até ao último minuto.',
  'Espera por ti junto à caixa.',
  '',
  'Leva sempre uma coisa a mais do que aqui está escrito.',
  'Cabe na mochila.',
  'Para comer hoje ou congelar já.',
  'Bate à porta se a montra estiver às escuras.',
  '',
  'Chega para dois, se forem amigos.',
] as const;
