import { read, remove, write } from '../../lib/storage.ts';
import { parseDegrees } from './coordinates.ts';
import type { SalePlace } from './sale-places.api.ts';

/** What is typed in the first step. */
export interface PlaceDraft {
  name: string;
  phone: string;
  address: string;
  categories: number[];
  latitude: string;
  longitude: string;
}

export function readPlaceDraft(): PlaceDraft {
  const place = read('selectedPlace');
  return {
    name: place?.displayName ?? '',
    phone: place?.phone ?? '',
    address: place?.formattedAddress ?? '',
    categories: read('categories') ?? [],
    latitude: String(place?.latitude ?? ''),
    longitude: String(place?.longitude ?? ''),
  };
}

export function keepPlaceDraft({ name, phone, address, categories, latitude, longitude }: PlaceDraft): void {
  write('selectedPlace', {
    displayName: name,
    formattedAddress: address,
    phone,
    latitude: parseDegrees(latitude, 90) ?? latitude,
    longitude: parseDegrees(longitude, 180) ?? longitude,
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
