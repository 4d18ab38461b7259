import { useMemo, useSyncExternalStore } from 'react';
import { readStored, removeStored, subscribeToStorage, writeStored } from './storage.ts';
import { REGISTRATION_KEYS, type StoredValues } from './stored-values.ts';

type Field = keyof typeof REGISTRATION_KEYS;

/** What the three steps of a seller's registration keep in the browser; null: not filled in yet. */
export type Registration = { [F in Field]: StoredValues[(typeof REGISTRATION_KEYS)[F]] | null };

const fields = Object.keys(REGISTRATION_KEYS) as Field[];

export const readRegistration = (): Registration =>
  Object.fromEntries(fields.map((field) => [field, readStored(REGISTRATION_KEYS[field])])) as Registration;

/** Null deletes. */
export function writeRegistration(changes: Partial<Registration>): void {
  for (const field of fields) {
    const value = changes[field];
    if (value === null) removeStored(REGISTRATION_KEYS[field]);
    else if (value !== undefined) writeStored(REGISTRATION_KEYS[field], value);
  }
}

/** After it was sent. */
export const clearRegistration = (): void => removeStored(...Object.values(REGISTRATION_KEYS));

export function useRegistration(): Registration {
  const getText = () => JSON.stringify(readRegistration());
  const text = useSyncExternalStore(subscribeToStorage, getText, getText);
  return useMemo(() => JSON.parse(text) as Registration, [text]);
}

/** Whether a new registration would overwrite a draft. */
export function hasRegistration(): boolean {
  const { placeDraft, name, salePlace } = readRegistration();
  return Boolean(placeDraft?.displayName || name || salePlace);
}

export type StepIndex = 0 | 1 | 2;

/** The step in the URL, or the last one that the drafts allow: a product needs its sale place, a schedule its product. */
export function resolveStep(requestedStep: string | null): StepIndex {
  const { salePlace, product } = readRegistration();
  const furthest = !salePlace ? 0 : product ? 2 : 1;
  if (requestedStep === null) return furthest;
  return Math.min(furthest, requestedStep === '2' ? 2 : requestedStep === '1' ? 1 : 0) as StepIndex;
}
