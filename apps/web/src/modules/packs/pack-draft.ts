import { read, write } from '../../lib/storage.ts';
import type { StoredValues } from '../../lib/stored-values.ts';
import type { MyProduct } from './packs.api.ts';

export type AllergenName = StoredValues['allergens'][number];
export type DietName = StoredValues['diet'][number];

/** What is typed in the second step. */
export interface PackDraft {
  categories: number[];
  name: string;
  description: string;
  /** Paths of the uploads, in order. */
  photo: string[];
  /** Euros. */
  price: number | null;
  allergens: AllergenName[];
  diet: DietName[];
}

export const readPackDraft = (): PackDraft => ({
  categories: read('packCategories') ?? [],
  name: read('packName') ?? '',
  description: read('description') ?? '',
  photo: read('tempPhotos') ?? [],
  price: read('selectedPrice'),
  allergens: read('allergens') ?? [],
  diet: read('diet') ?? [],
});

export function keepPackDraft(draft: PackDraft): void {
  write('packCategories', draft.categories);
  write('packName', draft.name);
  write('description', draft.description);
  write('tempPhotos', draft.photo);
  write('allergens', draft.allergens);
  write('diet', draft.diet);
  if (draft.price !== null) write('selectedPrice', draft.price);
}

/** Takes up a draft saved earlier, here or on another device, where it was left. */
export function takeUpDraft(product: MyProduct): void {
  const { id, name, description, price, allergens, diet } = product;
  keepPackDraft({
    categories: product.categories.map((category) => category.id),
    photo: product.photos.map(({ path }) => path),
    name,
    description,
    price,
    allergens: [...allergens],
    diet: [...diet],
  });
  write('createdProduct', { id, name, description });
}
