import type { Language, VatRate } from '@wopack/domain';

/** What describes a product: linked products have it in common. */
export interface Contents {
  name: string;
  description: string;
  language: Language;
  type_ids: readonly number[];
  photos: readonly { path: string }[];
  allergens: readonly string[];
  is_free_of_allergens: boolean;
  diet: readonly string[];
  is_perishable: boolean;
  weight_grams: number | null;
  vat_rate: VatRate;
}

interface Text {
  language: Language;
  name: string;
  description: string;
}

const hasSameMembers = <T>(a: readonly T[], b: readonly T[]): boolean =>
  new Set(a).size === new Set(b).size && a.every((member) => b.includes(member));

/** Photos have an order, the first is the cover. */
export const hasSameContents = (a: Contents, b: Contents): boolean =>
  a.name === b.name &&
  a.description === b.description &&
  a.language === b.language &&
  a.vat_rate === b.vat_rate &&
  a.photos.length === b.photos.length &&
  a.photos.every(({ path }, index) => path === b.photos[index]!.path) &&
  hasSameMembers(a.type_ids, b.type_ids) &&
  hasSameMembers(a.allergens, b.allergens) &&
  a.is_free_of_allergens === b.is_free_of_allergens &&
  a.is_perishable === b.is_perishable &&
  a.weight_grams === b.weight_grams &&
  hasSameMembers(a.diet, b.diet);

/** Texts in other languages, at most one each. */
export const hasSameTexts = (a: readonly Text[], b: readonly Text[]): boolean =>
  a.length === b.length &&
  a.every((text) =>
    b.some(
      ({ language, name, description }) =>
        language === text.language && name === text.name && description === text.description,
    ),
  );

export type CopyPlan = { made: number[]; linkedBefore: number[] };

/** Where copies are made: linked ones only where there is no linked product yet, each sale place once, in the order of ids. */
export function planCopies(
  salePlaceIds: readonly number[],
  { isLinked, linkedPlaceIds }: { isLinked: boolean; linkedPlaceIds: readonly number[] },
): CopyPlan {
  const ids = [...new Set(salePlaceIds)].toSorted((a, b) => a - b);
  const hasLinked = (id: number) => isLinked && linkedPlaceIds.includes(id);
  return { made: ids.filter((id) => !hasLinked(id)), linkedBefore: ids.filter(hasLinked) };
}

interface LinkedProduct {
  id: number;
  sale_place_id: number;
  link_id: number | null;
  type_ids: readonly number[];
}

export const isLinkedWith = (a: LinkedProduct, b: LinkedProduct): boolean =>
  a.link_id !== null && a.link_id === b.link_id;

/**
 * Why these cannot be linked with a product: missing, of another kind, or of a sale place that has a linked one. Those
 * linked with it already do not count.
 */
export function findLinkError(
  source: LinkedProduct,
  chosen: readonly (LinkedProduct | undefined)[],
  linked: readonly { sale_place_id: number }[],
): 'products.linkMissing' | 'products.linkOtherKind' | 'products.linkedThere' | null {
  const placeIds = new Set([source, ...linked].map(({ sale_place_id: placeId }) => placeId));
  for (const product of chosen) {
    if (!product || product.id === source.id) return 'products.linkMissing';
    if (isLinkedWith(source, product)) continue;
    if (!product.type_ids.some((id) => source.type_ids.includes(id))) return 'products.linkOtherKind';
    if (placeIds.has(product.sale_place_id)) return 'products.linkedThere';
    placeIds.add(product.sale_place_id);
  }
  return null;
}
