import { read, remove } from '../../../lib/storage.ts';
import type { StorageKey } from '../../../lib/stored-values.ts';

/** What the three steps keep in the browser. Source: docs/specification.md, Stored values. */
const keys: readonly StorageKey[] = [
  'createdPlace',
  'categories',
  'selectedPlace',
  'isSelectedPlace',
  'createdProduct',
  'tempPhotos',
  'packCategories',
  'selectedPrice',
  'description',
  'packName',
  'schedule',
  'selectedQuantity',
  'allergens',
  'diet',
];

export type StepIndex = 0 | 1 | 2;

/** Done and sent: nothing of it stays. */
export const clearRegistration = (): void => remove(...keys);

/** Something is typed that a new registration would overwrite. */
export const hasRegistration = (): boolean =>
  Boolean(read('selectedPlace')?.displayName || read('packName') || read('createdPlace'));

/** How far the saved steps reach: a pack needs its place, a schedule its pack. */
export function furthestStep(): StepIndex {
  if (!read('createdPlace')) return 0;
  return read('createdProduct') ? 2 : 1;
}

/** The step an address asks for, no further than what is saved allows. */
export function stepOf(asked: string | null): StepIndex {
  const furthest = furthestStep();
  if (asked === null) return furthest;
  return Math.min(furthest, asked === '2' ? 2 : asked === '1' ? 1 : 0) as StepIndex;
}
