import type { MemberRole } from '@wopack/contract/vocabulary';
import { getLegalTextPath, policyPaths } from '@wopack/domain';
import { useSearchParams } from 'react-router';

/** Query parameter of an offer's page: the slot with a unit on hold that the user came to pay. */
export const PAID_SLOT_PARAM = 'pay';

/** Paths of the pages, as in docs/specification.md, Pages. */
export const paths = {
  landing: '/',
  auth: '/auth',
  authEmail: '/auth/email',
  authCode: '/auth/code',
  authToken: '/auth/token',
  authLocation: '/auth/location',
  authCity: '/auth/city',
  signup: '/signup',
  signin: '/signin',
  home: '/main',
  offers: '/offers',
  offer: (id: number) => `/offers/${id}`,
  /** The map of offers with a selected sale place. */
  offersOnMap: ({ id, latitude, longitude }: { id: number; latitude: number; longitude: number }) =>
    `/offers?place=${id}&at=${latitude},${longitude}`,
  /** The offer with its payment open: for a unit that is on hold for the user. */
  offerPayment: (id: number, slotId: number) => `/offers/${id}?${PAID_SLOT_PARAM}=${slotId}`,
  draw: (id: number) => `/draws/${id}`,
  entries: '/account/entries',
  trust: '/trust',
  figures: '/figures',
  townImpact: (key: string) => `/towns/${key}`,
  salePlace: (id: number) => `/sale-places/${id}`,
  /** What people say about a sale place, on its page. */
  reviews: (salePlaceId: number) => `/sale-places/${salePlaceId}#reviews`,
  sellerProfile: (id: number) => `/sellers/${id}`,
  orderHistory: '/offers/history',
  favourites: '/favorite',
  orderSuccess: (id: number) => `/orders/${id}/success`,
  ticket: (id: number) => `/orders/${id}`,
  orderValue: (id: number) => `/orders/${id}/worth`,
  orderInvoice: (id: number) => `/orders/${id}/invoice`,
  account: '/account',
  basicInfo: '/account/basic-info',
  changeCity: '/account/change_city',
  food: '/account/food',
  sellerRole: '/account/point',
  business: '/account/business',
  password: '/account/password',
  devices: '/account/devices',
  savedCards: '/account/cards',
  credit: '/account/credit',
  impact: '/account/impact',
  notifications: '/account/notifications',
  exportAccount: '/account/export',
  deleteAccount: '/account/delete',
  transactions: '/transactions',
  payout: '/account/payout',
  statements: '/statements',
  statement: (id: number) => `/statements/${id}`,
  affiliate: '/account/affiliate',
  referredSellers: '/sellers',
  referredBuyers: '/clients',
  referredBuyer: (id: number) => `/clients/${id}`,
  seller: '/seller',
  newSalePlace: '/seller/point',
  editSalePlace: (id: number) => `/seller/point/${id}`,
  placeClaims: '/seller/claims',
  newProduct: '/seller/dish',
  editProduct: (id: number) => `/seller/dish/${id}`,
  productImport: '/seller/import',
  sellerQuickStart: '/seller/quick-start',
  sellerSales: '/seller/sale',
  sellerOrders: '/seller/orders',
  sellerWeek: '/seller/week',
  sellerReviews: '/seller/reviews',
  members: '/seller/members',
  counters: '/seller/counters',
  activity: '/seller/activity',
  businessPayout: '/seller/payout',
  businessStatements: '/seller/statements',
  businessTransactions: '/seller/transactions',
  discountCodes: '/seller/codes',
  counter: '/counter',
  comparison: '/seller/places',
  forecast: '/seller/forecast',
  businessImpact: '/seller/impact',
  stockQuestions: '/seller/questions',
  stockQuestion: (slotId: number) => `/seller/questions?slot=${slotId}`,
  invitation: '/invitation',
  friend: '/friend',
  policies: policyPaths,
  policyVersion: getLegalTextPath,
} as const;

/** The first page that a role may open. */
export const getSellerHome = (role: MemberRole): string =>
  role === 'accountant' ? paths.sellerSales : paths.seller;

/** Policies by their labels in the footer. */
export type Policy = keyof typeof paths.policies;
export const policies = Object.keys(paths.policies) as Policy[];

/** Parses an id of a path; null when it is invalid. */
export const parseId = (text: string | null | undefined, max = MAX_ID): number | null =>
  /^[1-9]\d{0,15}$/.test(text ?? '') && Number(text) <= max ? Number(text) : null;

export const parseSlotId = (text: string | null): number | null => parseId(text, Number.MAX_SAFE_INTEGER);

/** As `Id` of the contract. */
const MAX_ID = 2147483647;

/** The path of a `next` parameter if it stays on this origin; null otherwise. */
export function parseNextPath(value: string | null, origin: string = location.origin): string | null {
  if (!value?.startsWith('/')) return null;
  try {
    const url = new URL(value, origin);
    if (url.origin !== origin || url.pathname.startsWith('//')) return null;
    return url.pathname + url.search + url.hash;
  } catch {
    return null;
  }
}

/** `path` with the next path attached: `withNextPath('/auth', '/offers/7')`. */
export const withNextPath = (path: string, next: string | null): string =>
  next && next !== '/' ? `${path}?${new URLSearchParams({ next })}` : path;

/** Whoever forgot the password chooses a new one before they go on: `/account/password?next=/offers/7`. */
export function splitPasswordPath(next: string | null): { choosesPassword: boolean; next: string | null } {
  const url = next === null ? null : new URL(next, location.origin);
  return url?.pathname === paths.password
    ? { choosesPassword: true, next: parseNextPath(url.searchParams.get('next')) }
    : { choosesPassword: false, next };
}

/** The requested path, and a function that carries it along to the next sign-in page. */
export function useNextPath() {
  const [params] = useSearchParams();
  const next = parseNextPath(params.get('next'));
  return { next, keepNextPath: (path: string) => withNextPath(path, next) };
}
