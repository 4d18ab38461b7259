import type { Language } from '@wopack/domain';
import { getCurrentLanguage } from '../../lib/i18n/language.ts';
import { readStored, removeStored, writeStored } from '../../lib/storage/storage.ts';
import { parseDegrees } from './location/coordinates.ts';
import type { SalePlace } from './sale-places.api.ts';

/** Input of the form of a sale place. */
export interface SalePlaceDraft {
  name: string;
  phone: string;
  address: string;
  description: string;
  /** Of the description. */
  language: Language;
  /** In each language; that of the description's own is not sent. */
  descriptions: Record<Language, string>;
  categories: number[];
  latitude: string;
  longitude: string;
  /** The address of the search result; null when it was not searched for. */
  found: string | null;
}

const noDescriptions = { pt: '', en: '', ru: '' };

export const createEmptySalePlaceDraft = (): SalePlaceDraft => ({
  name: '',
  phone: '',
  address: '',
  description: '',
  language: getCurrentLanguage(),
  descriptions: noDescriptions,
  categories: [],
  latitude: '',
  longitude: '',
  found: null,
});

/** A draft from an existing sale place, to edit it. */
export const toSalePlaceDraft = (salePlace: SalePlace): SalePlaceDraft => ({
  name: salePlace.name,
  phone: salePlace.phone,
  address: salePlace.address,
  description: salePlace.description,
  // A text that is still to be written is probably in the language of the interface.
  language: salePlace.description ? salePlace.language : getCurrentLanguage(),
  descriptions: { ...noDescriptions, ...salePlace.descriptions },
  categories: salePlace.categories.map(({ id }) => id),
  latitude: String(salePlace.latitude),
  longitude: String(salePlace.longitude),
  found: salePlace.isHandWriteAddress ? null : salePlace.address,
});

/** The stored draft of the first step. */
export function readSalePlaceDraft(): SalePlaceDraft {
  const stored = readStored('selectedPlace');
  return {
    ...createEmptySalePlaceDraft(),
    name: stored?.displayName ?? '',
    phone: stored?.phone ?? '',
    address: stored?.formattedAddress ?? '',
    categories: readStored('categories') ?? [],
    latitude: String(stored?.latitude ?? ''),
    longitude: String(stored?.longitude ?? ''),
    found: stored?.found ?? null,
  };
}

export function saveSalePlaceDraft(draft: SalePlaceDraft): void {
  const { name, phone, address, categories, latitude, longitude } = draft;
  writeStored('selectedPlace', {
    displayName: name,
    formattedAddress: address,
    phone,
    latitude: parseDegrees(latitude, 90) ?? latitude,
    longitude: parseDegrees(longitude, 180) ?? longitude,
    found: draft.found,
  });
  writeStored('categories', categories);
}

/** Id of the sale place these steps registered before; saving again updates it. */
export const getRegisteredSalePlaceId = (): number | null =>
  readStored('isSelectedPlace') ? null : (readStored('createdPlace')?.id ?? null);

export function saveRegisteredSalePlace(id: number, { name, phone, address }: SalePlaceDraft): void {
  writeStored('createdPlace', { id, name, phone, address });
  writeStored('isSelectedPlace', false);
}

/** Selects an existing sale place for the product. */
export function selectExistingSalePlace({ id, name, phone, address }: SalePlace): void {
  // A place registered just now is in the seller's list from here on; a new draft starts empty.
  if (getRegisteredSalePlaceId() !== null) removeStored('selectedPlace', 'categories', 'otherPlaces');
  writeStored('createdPlace', { id, name, phone, address });
  writeStored('isSelectedPlace', true);
}

/** Selects a sale place that is not registered yet. */
export function selectNewSalePlace(): void {
  if (readStored('isSelectedPlace')) removeStored('createdPlace');
  writeStored('isSelectedPlace', false);
}
