/** Allergens to be named by law: EU regulation 1169/2011, annex II. */
export const allergens = [
  'gluten',
  'crustaceans',
  'eggs',
  'fish',
  'peanuts',
  'soy',
  'milk',
  'nuts',
  'celery',
  'mustard',
  'sesame',
  'sulphites',
  'lupin',
  'molluscs',
] as const;

export const diets = ['vegetarian', 'vegan', 'halal', 'kosher', 'lactose_free', 'gluten_free'] as const;

/** States of an order. Source: product.md, Orders. */
export const orderStates = [
  'paid',
  'collected',
  'not_collected',
  'cancelled_by_buyer',
  'cancelled_by_store',
  'refunded',
] as const;
export type OrderState = (typeof orderStates)[number];
