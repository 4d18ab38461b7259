/** Allergens to be named by law: EU regulation 1169/2011, annex II. */
export const allergens = [
  'gluten',
  'crustaceans',
  'eggs',
  'fish',
  'peanuts',
  'soy',
  'milk',
  'nuts',
  'celery',
  'mustard',
  'sesame',
  'sulphites',
  'lupin',
  'molluscs',
] as const;

export const diets = ['vegetarian', 'vegan', 'halal', 'kosher', 'lactose_free', 'gluten_free'] as const;

/** Countries a seller may be in: those whose VAT numbers can be checked. ISO 3166-1 alpha-2. */
export const businessCountries = [
  'PT',
  'AD',
  'AT',
  'AU',
  'BE',
  'BG',
  'BR',
  'CH',
  'CY',
  'CZ',
  'DE',
  'DK',
  'EE',
  'ES',
  'FI',
  'FR',
  'GB',
  'GR',
  'HR',
  'HU',
  'IE',
  'IT',
  'LT',
  'LU',
  'LV',
  'MT',
  'NL',
  'NO',
  'PL',
  'RO',
  'RS',
  'RU',
  'SE',
  'SI',
  'SK',
] as const;

/** States of an order. Source: docs/specification.md, Orders. */
export const orderStates = [
  'paid',
  'collected',
  'not_collected',
  'cancelled_by_buyer',
  'cancelled_by_store',
  'refunded',
] as const;
export type OrderState = (typeof orderStates)[number];

/** For whom of an order a partner has a share. */
export const shareSides = ['buyer', 'seller'] as const;
export type ShareSide = (typeof shareSides)[number];

/** Source: docs/specification.md, Money. Reversed: the order was taken back before the share was credited. */
export const shareStates = ['pending', 'approved', 'credited', 'paid_out', 'reversed'] as const;
export type ShareState = (typeof shareStates)[number];

/** Why a partner's share is in the state it is in. Source: docs/specification.md, Money. */
export const shareReasons = [
  'paid',
  'collected',
  'time_over',
  'cancelled_by_buyer',
  'cancelled_by_store',
  'refunded',
] as const;
export type ShareReason = (typeof shareReasons)[number];

/** What moves a person's money. */
export const movementKinds = [
  'purchase',
  'refund',
  'sale',
  'reversal',
  'partial_refund',
  'share',
  'payout',
  'payout_returned',
  'other',
] as const;
export type MovementKind = (typeof movementKinds)[number];

/** As what somebody's money moves. */
export const movementRoles = ['buyer', 'seller', 'partner'] as const;

/** Who gets statements and payouts. */
export const statementRoles = ['seller', 'partner'] as const;
export type StatementRole = (typeof statementRoles)[number];

/** Made: in a file for the bank; sent: the bank has it. */
export const payoutStates = ['made', 'sent', 'confirmed', 'returned'] as const;
export type PayoutState = (typeof payoutStates)[number];

/** Accounts elsewhere by which one can sign in here. */
export const authProviders = ['google', 'apple', 'facebook'] as const;
