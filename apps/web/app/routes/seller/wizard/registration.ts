import { readStored, removeStored } from '../../../lib/storage/storage.ts';
import type { StorageKey } from '../../../lib/storage/stored-values.ts';

/** What the three steps keep in the browser. Source: docs/specification.md, Stored values. */
const REGISTRATION_KEYS: readonly StorageKey[] = [
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
export const clearRegistration = (): void => removeStored(...REGISTRATION_KEYS);

/** Something is typed that a new registration would overwrite. */
export const hasRegistration = (): boolean =>
  Boolean(readStored('selectedPlace')?.displayName || readStored('packName') || readStored('createdPlace'));

/** How far the saved steps reach: a pack needs its place, a schedule its pack. */
export function getFurthestStep(): StepIndex {
  if (!readStored('createdPlace')) return 0;
  return readStored('createdProduct') ? 2 : 1;
}

/** The step an address asks for, no further than what is saved allows. */
export function resolveStep(requestedStep: string | null): StepIndex {
  const furthest = getFurthestStep();
  if (requestedStep === null) return furthest;
  return Math.min(furthest, requestedStep === '2' ? 2 : requestedStep === '1' ? 1 : 0) as StepIndex;
}
