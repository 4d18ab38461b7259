import type { Reply } from '@wopack/contract/client';
import type { allergens, diets } from '@wopack/contract/vocabulary';
import type { Language, SignedTicket } from '@wopack/domain';

export interface SelectedCity {
  label: string;
  lat: number;
  lon: number;
}

/** Draft of a sale place; coordinates are text until they are complete. */
export interface SelectedPlace {
  displayName: string;
  formattedAddress: string;
  phone: string;
  latitude: number | string;
  longitude: number | string;
  /** The address of a search result; missing when written by hand. */
  found?: string | null;
}

/** Only selected weekdays. Source: docs/specification.md, Stored values. */
export type StoredSchedule = Partial<
  Record<
    'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun',
    { time_start: string; time_end: string; quantity?: number }
  >
>;

/** Ids of sale places of a business, or all of them, also later ones. */
export type SalePlaceChoice = 'all' | readonly number[];

/** Why a code that was scanned without a connection is refused; null: the bag may be handed out. */
export type ScanRefusal = 'altered' | 'otherSalePlace' | 'otherTime' | 'voided' | 'seen';

/** When an order was handed out, by whom and at which counter device, as far as this device knows. */
export interface FormerHandOut {
  /** Milliseconds by the server's clock. */
  at: number;
  by: string | null;
  device: string | null;
}

/** A ticket that was scanned without a connection, with what became of it. */
export interface Scan {
  /** Milliseconds by the server's clock. */
  at: number;
  /**
   * Of a page that had not heard from the server: the offset of the clock by which `at` was read. Missing when the server
   * had told the time.
   */
  clockOffset?: number;
  /** The text of its code, which the server checks again. */
  text: string;
  ticket: SignedTicket;
  /** Who was at the counter. */
  person?: { kind: 'member' | 'name'; id: number; name: string } | null;
  refusal: ScanRefusal | null;
  /** Packs handed out, where they are fewer than the ticket has. */
  quantity?: number;
  /** Set when the order had been handed out before. */
  former?: FormerHandOut;
  /** What the server answered; `refused` has its words. Refused scans are not sent. */
  answer: 'waiting' | 'recorded' | 'already' | 'refused' | null;
  message?: string;
}

/**
 * Values in the browser's storage by key (docs/specification.md, Stored values); keys from `allergens` on are
 * additions.
 */
export interface StoredValues {
  token: string;
  language: Language;
  selectedCity: SelectedCity;
  filterByType: number;
  searchProductText: string;
  /** The search text among favourites. */
  searchFavouriteText: string;
  /** A text was searched for in this session; session only. */
  searchSession: boolean;
  createdPlace: { id: number; name: string; phone: string; address: string };
  categories: number[];
  selectedPlace: SelectedPlace;
  /** The product belongs to an existing sale place, not to the one being registered. */
  isSelectedPlace: boolean;
  /** Places of other sellers that are not the one being registered, as its seller said. */
  otherPlaces: number[];
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
  /** The referral code counted here, and on which day: 'ana 2026-11-20'. */
  ref_counted: string;
  allergens: (typeof allergens)[number][];
  diet: (typeof diets)[number][];
  /** What a seller says of allergens: some of the fourteen, none, or all. */
  allergenAnswer: 'some' | 'none' | 'all';
  /** Value of the content in euros, as typed. */
  packValue: string;
  /** That name and description of the product are written in. */
  packLanguage: Language;
  /** The sale places that the seller's pages show, by business. */
  sellerPlaces: Record<string, SalePlaceChoice>;
  /** Whether new orders play a sound. */
  orderSound: boolean;
  theme: 'light' | 'dark';
  /** Diets and allergens of this session's lists; without it those of the account; session only. */
  food: { diets: (typeof diets)[number][]; freeOf: (typeof allergens)[number][]; hasUnnamed: boolean };
  /** Token of a sign-in link until it is used; session only. */
  givenToken: string;
  /** The city in which a guest's list began, until the account of a sign-in has it; session only. */
  guestCity: SelectedCity;
  /** The product whose heart a guest pressed, until a sign-in; session only. */
  guestFavourite: number;
  /** What a guest asked to be told of, until a sign-in; session only. */
  guestSearch: {
    text?: string;
    type_id?: number;
    diets?: (typeof diets)[number][];
    free_of?: (typeof allergens)[number][];
    unnamed?: boolean;
    latitude?: number;
    longitude?: number;
  };
  /** Opens the invitation of a link, until it is answered; session only. */
  invitationKey: string;
  /** State of an external sign-in started in this tab; session only. */
  signInState: string;
  /** By which the server recognises this device; kept when somebody signs out. */
  deviceKey: string;
  /** Token of a counter device, which this browser is beside any user's session. */
  counterToken: string;
  /** What the counter last knew, by which it opens without a connection. */
  counterSnapshot: {
    at: string;
    /** How far the server's clock was ahead of this device's, in milliseconds. */
    clockOffset?: number;
    replies: Record<string, unknown>;
  };
  /** Hand-outs of scanned tickets that the server has not answered yet, and what else was scanned since. */
  counterScans: Scan[];
  /** Orders that friends sent and that were opened here, with the keys of their links: shown without a connection. */
  friendOrders: { key: string; order: Reply<'openFriendOrder'>['data'] }[];
  /** The user the stored values belong to. */
  userId: number;
  cookieChoice: 'all' | 'essential';
  offersView: 'list' | 'map';
  /** Whether the side menu is pinned open, and whether it is hidden; by default its width decides. */
  sideMenu: { pinned?: boolean; hidden?: boolean };
  /** The user's position, or the city of their IP address; session only. */
  position: { latitude: number; longitude: number; city?: string };
  /** Until when a hold may exist, so that it has to be requested from the server. */
  holdUntil: string;
  /** Until when a bought pack may be waiting: until then the phone's layout asks for it. */
  openOrderUntil: string;
  /** Until when an entry in a draw or waitlist may bring a unit: until then its result is watched. */
  entriesUntil: string;
}

export type StorageKey = keyof StoredValues;

/**
 * Keys of a seller's registration, by what they hold (`registration.ts`). `salePlace` is the one registered by its
 * first step, or selected there (`isSelected`); `product` that of its second.
 */
export const REGISTRATION_KEYS = {
  salePlace: 'createdPlace',
  isSelected: 'isSelectedPlace',
  placeDraft: 'selectedPlace',
  placeTypes: 'categories',
  otherPlaces: 'otherPlaces',
  product: 'createdProduct',
  name: 'packName',
  description: 'description',
  language: 'packLanguage',
  types: 'packCategories',
  photos: 'tempPhotos',
  price: 'selectedPrice',
  value: 'packValue',
  allergens: 'allergens',
  diet: 'diet',
  allergenAnswer: 'allergenAnswer',
  schedule: 'schedule',
  quantity: 'selectedQuantity',
} as const satisfies Record<string, StorageKey>;

/** Stored as text; all other keys as JSON. */
export const PLAIN_TEXT_KEYS: ReadonlySet<StorageKey> = new Set<StorageKey>([
  'token',
  'language',
  'searchProductText',
  'searchFavouriteText',
  'description',
  'packName',
  'packValue',
  'packLanguage',
  'selectedQuantity',
  'tempEmail',
  'ref_link',
  'ref_date',
  'ref_counted',
  'theme',
  'givenToken',
  'invitationKey',
  'signInState',
  'deviceKey',
  'counterToken',
  'cookieChoice',
  'offersView',
  'holdUntil',
  'openOrderUntil',
  'entriesUntil',
]);
