import type { Language } from '@wopack/domain';
import { getCurrentLanguage } from '../../lib/i18n/language.ts';
import { readRegistration, writeRegistration } from '../../lib/storage/registration.ts';
import { parseDegrees } from './location/coordinates.ts';
import type { SalePlace } from './sale-places.api.ts';

/** Input of the form of a sale place. */
export interface SalePlaceDraft {
  name: string;
  phone: string;
  address: string;
  description: string;
  /** That the description is written in. */
  language: Language;
  /** In each language; that of the description's own is not sent. */
  descriptions: Record<Language, string>;
  categories: number[];
  latitude: string;
  longitude: string;
  /** In which hours of pickup count; not of a new one, whose pin decides. */
  timeZone?: string;
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
  timeZone: salePlace.time_zone,
  found: salePlace.isHandWriteAddress ? null : salePlace.address,
});

/** The stored draft of the first step. */
export function readSalePlaceDraft(): SalePlaceDraft {
  const { placeDraft, placeTypes } = readRegistration();
  return {
    ...createEmptySalePlaceDraft(),
    name: placeDraft?.displayName ?? '',
    phone: placeDraft?.phone ?? '',
    address: placeDraft?.formattedAddress ?? '',
    categories: placeTypes ?? [],
    latitude: String(placeDraft?.latitude ?? ''),
    longitude: String(placeDraft?.longitude ?? ''),
    found: placeDraft?.found ?? null,
  };
}

export const saveSalePlaceDraft = (draft: SalePlaceDraft): void =>
  writeRegistration({
    placeDraft: {
      displayName: draft.name,
      formattedAddress: draft.address,
      phone: draft.phone,
      latitude: parseDegrees(draft.latitude, 90) ?? draft.latitude,
      longitude: parseDegrees(draft.longitude, 180) ?? draft.longitude,
      found: draft.found,
    },
    placeTypes: draft.categories,
  });

/** Id of the sale place these steps registered before; saving again updates it. */
export function getRegisteredSalePlaceId(): number | null {
  const { isSelected, salePlace } = readRegistration();
  return isSelected ? null : (salePlace?.id ?? null);
}

export const saveRegisteredSalePlace = (id: number, { name, phone, address }: SalePlaceDraft): void =>
  writeRegistration({ salePlace: { id, name, phone, address }, isSelected: false });

export function selectExistingSalePlace({ id, name, phone, address }: SalePlace): void {
  // A place registered just now is in the seller's list from here on; a new draft starts empty.
  if (getRegisteredSalePlaceId() !== null)
    writeRegistration({ placeDraft: null, placeTypes: null, otherPlaces: null });
  writeRegistration({ salePlace: { id, name, phone, address }, isSelected: true });
}

/** Selects a sale place that is not registered yet. */
export const selectNewSalePlace = (): void =>
  writeRegistration({ ...(readRegistration().isSelected && { salePlace: null }), isSelected: false });
