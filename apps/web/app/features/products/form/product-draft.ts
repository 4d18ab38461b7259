import { readStored, writeStored } from '../../../lib/storage/storage.ts';
import type { StoredValues } from '../../../lib/storage/stored-values.ts';
import type { MyProduct } from '../products.api.ts';

export type AllergenName = StoredValues['allergens'][number];
export type DietName = StoredValues['diet'][number];

/** Input of the second step. */
export interface ProductDraft {
  categories: number[];
  name: string;
  description: string;
  /** Paths of the uploads, in order. */
  photo: string[];
  /** Euros. */
  price: number | null;
  allergens: AllergenName[];
  diet: DietName[];
  /** Value of the content in euros, as typed; empty: unchanged. */
  value: string;
  /** Id of the sale place, where it can be selected. */
  place: string;
}

export const emptyProductDraft: ProductDraft = {
  categories: [],
  name: '',
  description: '',
  photo: [],
  price: null,
  allergens: [],
  diet: [],
  value: '',
  place: '',
};

/** A draft from an existing product, to edit or copy it. */
export const toProductDraft = (product: MyProduct): ProductDraft => ({
  categories: product.categories.map(({ id }) => id),
  name: product.name,
  description: product.description,
  photo: product.photos.map(({ path }) => path),
  price: product.price,
  allergens: [...product.allergens],
  diet: [...product.diet],
  value: String(product.old_price),
  place: String(product.sale_place_id),
});

/** '12,50' as '12.50'. */
export const normalizeDecimal = (text: string): string => text.trim().replace(',', '.');

/** Body of the request; an empty value stays unchanged. */
export const toProductBody = ({ value, place, ...fields }: ProductDraft & { price: number }) => ({
  ...fields,
  sale_place_id: Number(place),
  ...(value.trim() && { old_price: normalizeDecimal(value) }),
});

/** The stored draft of the second step. */
export const readProductDraft = (): ProductDraft => ({
  categories: readStored('packCategories') ?? [],
  name: readStored('packName') ?? '',
  description: readStored('description') ?? '',
  photo: readStored('tempPhotos') ?? [],
  price: readStored('selectedPrice'),
  allergens: readStored('allergens') ?? [],
  diet: readStored('diet') ?? [],
  value: readStored('packValue') ?? '',
  place: '',
});

export function saveProductDraft(draft: ProductDraft): void {
  writeStored('packCategories', draft.categories);
  writeStored('packName', draft.name);
  writeStored('description', draft.description);
  writeStored('tempPhotos', draft.photo);
  writeStored('allergens', draft.allergens);
  writeStored('diet', draft.diet);
  writeStored('packValue', draft.value);
  if (draft.price !== null) writeStored('selectedPrice', draft.price);
}
