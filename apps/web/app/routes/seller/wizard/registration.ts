import { readStored, removeStored } from '../../../lib/storage/storage.ts';
import type { StorageKey } from '../../../lib/storage/stored-values.ts';

/** Storage keys of the three steps. Source: docs/specification.md, Stored values. */
const REGISTRATION_KEYS: readonly StorageKey[] = [
  'createdPlace',
  'categories',
  'selectedPlace',
  'isSelectedPlace',
  'otherPlaces',
  'createdProduct',
  'tempPhotos',
  'packCategories',
  'selectedPrice',
  'description',
  'packName',
  'packValue',
  'packLanguage',
  'schedule',
  'selectedQuantity',
  'allergens',
  'diet',
];

export type StepIndex = 0 | 1 | 2;

/** After the registration was sent. */
export const clearRegistration = (): void => removeStored(...REGISTRATION_KEYS);

/** Whether a new registration would overwrite a draft. */
export const hasRegistration = (): boolean =>
  Boolean(readStored('selectedPlace')?.displayName || readStored('packName') || readStored('createdPlace'));

/** The last step the drafts allow: a product needs its sale place, a schedule its product. */
export function getFurthestStep(): StepIndex {
  if (!readStored('createdPlace')) return 0;
  return readStored('createdProduct') ? 2 : 1;
}

/** The step in the URL, limited to what the drafts allow. */
export function resolveStep(requestedStep: string | null): StepIndex {
  const furthest = getFurthestStep();
  if (requestedStep === null) return furthest;
  return Math.min(furthest, requestedStep === '2' ? 2 : requestedStep === '1' ? 1 : 0) as StepIndex;
}
