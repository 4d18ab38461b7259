import { paths } from '../lib/paths.ts';

export type NavKey = 'today' | 'offers' | 'favorite' | 'history' | 'account' | 'seller' | 'sale' | 'orders';

export interface Roles {
  is_owner: boolean;
  is_partner: boolean;
}

export const navPaths: Record<NavKey, string> = {
  today: paths.main,
  offers: paths.offers,
  favorite: paths.favorite,
  history: paths.history,
  account: paths.account,
  seller: paths.seller,
  sale: paths.sale,
  orders: paths.sellerOrders,
};

/** The tabs of a phone: history is hidden from owners and partners, who find it in the account. */
export function tabsFor({ is_owner, is_partner }: Roles): NavKey[] {
  return [
    'offers',
    'favorite',
    ...(is_owner || is_partner ? [] : (['history'] as const)),
    ...(is_owner ? (['seller'] as const) : []),
    'account',
  ];
}

/** The side menu's groups: everybody's, and those of 'my points' for owners. */
export const menuFor = ({ is_owner }: Roles): { own: NavKey[]; points: NavKey[] } => ({
  own: ['today', 'offers', 'favorite', 'history', 'account'],
  points: is_owner ? ['seller', 'sale', 'orders'] : [],
});

/** Which entry a page lights. A ticket belongs to the history, which is not an offer. */
export function activeNav(pathname: string): NavKey | null {
  const [first, second] = pathname.split('/').filter(Boolean);
  if (first === 'main') return 'today';
  if (first === 'offers') return second === 'history' ? 'history' : 'offers';
  if (first === 'orders') return 'history';
  if (first === 'seller') return second === 'orders' || second === 'sale' ? second : 'seller';
  if (first === 'favorite' || first === 'account') return first;
  return null;
}

/** The same among the tabs of a phone, where the seller's orders are part of 'My store'. */
export function activeTab(pathname: string, tabs: readonly NavKey[]): NavKey | null {
  const active = activeNav(pathname);
  if (active === 'orders' || active === 'sale') return 'seller';
  return active === 'history' && !tabs.includes('history') ? 'account' : active;
}
