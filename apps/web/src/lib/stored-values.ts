import type { Language } from '@wopack/rules';

export interface SelectedCity {
  label: string;
  lat: number;
  lon: number;
}

export interface FoundPlace {
  displayName: string;
  formattedAddress: string;
  latitude: number;
  longitude: number;
}

/** Only the checked weekdays are included. Source: specification, section 3. */
export type StoredSchedule = Partial<
  Record<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun', { time_start: string; time_end: string }>
>;

/** What the browser keeps, by the specification's key. `theme`, `cookieChoice` and `offersView` are added. */
export interface StoredValues {
  token: string;
  language: Language;
  selectedCity: SelectedCity;
  filterByType: number;
  searchProductText: string;
  createdPlace: { id: number; name: string; phone: string; address: string };
  categories: number[];
  selectedPlace: FoundPlace;
  isSelectedPlace: boolean;
  createdProduct: { id: number; name: string; description: string };
  tempPhotos: string[];
  packCategories: number[];
  selectedPrice: number;
  description: string;
  packName: string;
  schedule: StoredSchedule;
  selectedQuantity: string;
  tempEmail: string;
  ref_link: string;
  ref_date: string;
  theme: 'light' | 'dark';
  cookieChoice: 'all' | 'essential';
  offersView: 'list' | 'map';
}

export type StorageKey = keyof StoredValues;

/** Kept as they are; all other keys as JSON. */
export const plainText: ReadonlySet<StorageKey> = new Set<StorageKey>([
  'token',
  'language',
  'searchProductText',
  'description',
  'packName',
  'selectedQuantity',
  'tempEmail',
  'ref_link',
  'ref_date',
  'theme',
  'cookieChoice',
  'offersView',
]);
