import type { allergens, diets } from '@wopack/contract/vocabulary';
import type { Language } from '@wopack/domain';

export interface SelectedCity {
  label: string;
  lat: number;
  lon: number;
}

/** The place being registered, as far as it is typed; coordinates are text until they are whole. */
export interface SelectedPlace {
  displayName: string;
  formattedAddress: string;
  phone: string;
  latitude: number | string;
  longitude: number | string;
  /** The address as the search found it; another one is written by hand. */
  found?: string | null;
}

/** Only the checked weekdays are included. Source: docs/specification.md, Stored values. */
export type StoredSchedule = Partial<
  Record<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun', { time_start: string; time_end: string }>
>;

/** What the browser keeps, by key (docs/specification.md, Stored values); from `allergens` on they are added. */
export interface StoredValues {
  token: string;
  language: Language;
  selectedCity: SelectedCity;
  filterByType: number;
  searchProductText: string;
  createdPlace: { id: number; name: string; phone: string; address: string };
  categories: number[];
  selectedPlace: SelectedPlace;
  /** The pack goes to a place the seller already had, not to the one being registered. */
  isSelectedPlace: boolean;
  createdProduct: { id: number; name: string; description: string };
  tempPhotos: string[];
  packCategories: number[];
  /** Euros. */
  selectedPrice: number;
  description: string;
  packName: string;
  schedule: StoredSchedule;
  selectedQuantity: string;
  tempEmail: string;
  ref_link: string;
  ref_date: string;
  /** Whose link was counted here as opened, and on which day: 'ana 2026-11-20'. */
  ref_counted: string;
  allergens: (typeof allergens)[number][];
  diet: (typeof diets)[number][];
  /** The venue a seller with several last looked at. */
  sellerPlace: number;
  /** A new order is heard, too. */
  orderSound: boolean;
  theme: 'light' | 'dark';
  /** Of a sign-in link, until it is used; only for the session. */
  givenToken: string;
  /** Of a sign-in elsewhere that this tab set out for; only for the session. */
  signInState: string;
  /** Whose half-done registration and choices these are. */
  userId: number;
  cookieChoice: 'all' | 'essential';
  offersView: 'list' | 'map';
  /** Whether the side menu stays open with its words, and whether it shows at all; else its width decides. */
  sideMenu: { pinned?: boolean; hidden?: boolean };
  /** Where the person is, when they said so, or the city their IP address names; only for the session. */
  position: { latitude: number; longitude: number; city?: string };
  /** Until when a pack may be set aside for this person: time to ask the server for it. */
  holdUntil: string;
}

export type StorageKey = keyof StoredValues;

/** Kept as they are; all other keys as JSON. */
export const PLAIN_TEXT_KEYS: ReadonlySet<StorageKey> = new Set<StorageKey>([
  'token',
  'language',
  'searchProductText',
  'description',
  'packName',
  'selectedQuantity',
  'tempEmail',
  'ref_link',
  'ref_date',
  'ref_counted',
  'theme',
  'givenToken',
  'signInState',
  'cookieChoice',
  'offersView',
  'holdUntil',
]);
