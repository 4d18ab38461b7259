import { read, remove, write } from '../../lib/storage.ts';
import { parseDegrees } from './coordinates.ts';
import type { SalePlace } from './sale-places.api.ts';

/** What is typed about a venue. */
export interface PlaceDraft {
  name: string;
  phone: string;
  address: string;
  description: string;
  categories: number[];
  latitude: string;
  longitude: string;
  /** The address as the search found it; null when it was not searched for. */
  found: string | null;
}

export const emptyPlace: PlaceDraft = {
  name: '',
  phone: '',
  address: '',
  description: '',
  categories: [],
  latitude: '',
  longitude: '',
  found: null,
};

/** A venue of the seller's, to be changed. */
export const draftOf = (place: SalePlace): PlaceDraft => ({
  name: place.name,
  phone: place.phone,
  address: place.address,
  description: place.description,
  categories: place.categories.map(({ id }) => id),
  latitude: String(place.latitude),
  longitude: String(place.longitude),
  found: place.isHandWriteAddress ? null : place.address,
});

/** What the first step kept. */
export function readPlaceDraft(): PlaceDraft {
  const place = read('selectedPlace');
  return {
    name: place?.displayName ?? '',
    phone: place?.phone ?? '',
    address: place?.formattedAddress ?? '',
    description: '',
    categories: read('categories') ?? [],
    latitude: String(place?.latitude ?? ''),
    longitude: String(place?.longitude ?? ''),
    found: place?.found ?? null,
  };
}

export function keepPlaceDraft(draft: PlaceDraft): void {
  const { name, phone, address, categories, latitude, longitude, found } = draft;
  write('selectedPlace', {
    displayName: name,
    formattedAddress: address,
    phone,
    latitude: parseDegrees(latitude, 90) ?? latitude,
    longitude: parseDegrees(longitude, 180) ?? longitude,
    found,
  });
  write('categories', categories);
}

/** The id of the place these steps registered before, which saving again changes. */
export const registeredPlaceId = (): number | null =>
  read('isSelectedPlace') ? null : (read('createdPlace')?.id ?? null);

export function placeRegistered(id: number, { name, phone, address }: PlaceDraft): void {
  write('createdPlace', { id, name, phone, address });
  write('isSelectedPlace', false);
}

/** The pack goes to a place the seller has already. */
export function chooseMyPlace({ id, name, phone, address }: SalePlace): void {
  // A place registered just now is in the seller's list from here on; typing for the next one starts afresh.
  if (registeredPlaceId() !== null) remove('selectedPlace', 'categories');
  write('createdPlace', { id, name, phone, address });
  write('isSelectedPlace', true);
}

/** A place not registered yet. */
export function chooseNewPlace(): void {
  if (read('isSelectedPlace')) remove('createdPlace');
  write('isSelectedPlace', false);
}
