/**
 * Allergens that a diet rules out. Lactose-free milk is milk; meat is no allergen; schools of law differ on what of the sea
 * is halal.
 */
const RULED_OUT = {
  gluten_free: ['gluten'],
  vegetarian: ['fish', 'crustaceans', 'molluscs'],
  vegan: ['fish', 'crustaceans', 'molluscs', 'milk', 'eggs'],
  kosher: ['crustaceans', 'molluscs'],
} as const;

export type RestrictedDiet = keyof typeof RULED_OUT;

export const restrictedDiets = Object.keys(RULED_OUT) as RestrictedDiet[];

export const listRuledOut = (diet: string): readonly (typeof RULED_OUT)[RestrictedDiet][number][] =>
  diet in RULED_OUT ? RULED_OUT[diet as RestrictedDiet] : [];

const isContradicted = (diet: string, named: readonly string[]): boolean =>
  listRuledOut(diet).some((name) => named.includes(name));

/** A diet that is claimed although a named allergen rules it out. */
export const findContradictedDiet = (
  claimed: readonly string[],
  named: readonly string[],
): RestrictedDiet | null =>
  restrictedDiets.find((diet) => claimed.includes(diet) && isContradicted(diet, named)) ?? null;

/** What is left of the claims of a product that was saved before contradictions were refused. */
export const dropContradictedDiets = <D extends string>(
  claimed: readonly D[],
  named: readonly string[],
): D[] => claimed.filter((diet) => !isContradicted(diet, named));
