import { paths } from '../lib/paths.ts';

export type NavKey =
  | 'today'
  | 'offers'
  | 'favorite'
  | 'history'
  | 'account'
  | 'transactions'
  | 'affiliate'
  | 'sellers'
  | 'clients'
  | 'seller'
  | 'week'
  | 'sale'
  | 'orders';

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
  transactions: paths.transactions,
  seller: paths.seller,
  week: paths.sellerWeek,
  sale: paths.sale,
  affiliate: paths.affiliate,
  sellers: paths.sellers,
  clients: paths.clients,
  orders: paths.sellerOrders,
};

/** The tabs of a phone: history is hidden from owners and partners, who find it in the account. */
export function tabsFor({ is_owner, is_partner }: Roles): NavKey[] {
  return [
    'offers',
    'favorite',
    ...(is_owner || is_partner ? [] : (['history'] as const)),
    ...(is_owner ? (['seller'] as const) : is_partner ? (['affiliate'] as const) : []),
    'account',
  ];
}

/** The side menu's groups: everybody's, those of partners, and those of 'my points' for owners. */
export const menuFor = ({ is_owner, is_partner }: Roles): Record<'own' | 'partner' | 'points', NavKey[]> => ({
  own: ['today', 'offers', 'favorite', 'history', 'account', 'transactions'],
  partner: is_partner ? ['affiliate', 'sellers', 'clients'] : [],
  points: is_owner ? ['seller', 'week', 'sale', 'orders'] : [],
});

/** Pages of a seller that have an entry of their own. */
const points = ['week', 'sale', 'orders'] as const;

/** Which entry a page lights. A ticket belongs to the history, which is not an offer. */
export function activeNav(pathname: string): NavKey | null {
  const [first, second] = pathname.split('/').filter(Boolean);
  if (first === 'main') return 'today';
  if (first === 'offers') return second === 'history' ? 'history' : 'offers';
  if (first === 'orders') return 'history';
  if (first === 'seller') return points.find((page) => page === second) ?? 'seller';
  if (first === 'account') return second === 'affiliate' ? 'affiliate' : 'account';
  if (first === 'transactions' || first === 'statements') return 'transactions';
  if (first === 'favorite' || first === 'sellers' || first === 'clients') return first;
  return null;
}

/** The same among the tabs of a phone, where what has no tab lights the one it is found by. */
export function activeTab(pathname: string, tabs: readonly NavKey[]): NavKey | null {
  const active = activeNav(pathname);
  if (points.some((page) => page === active)) return 'seller';
  if (active === 'affiliate' || active === 'sellers' || active === 'clients')
    return tabs.includes('affiliate') ? 'affiliate' : 'account';
  if (active === 'transactions') return 'account';
  return active === 'history' && !tabs.includes('history') ? 'account' : active;
}
