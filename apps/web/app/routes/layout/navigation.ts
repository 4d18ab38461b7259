import type { MemberRight } from '@wopack/contract/vocabulary';
import { hasRight, type Me } from '../../lib/data/shared-queries.ts';
import { getSellerHome, paths } from '../../lib/paths.ts';

/** Item of the side menu, by its text key. */
export type NavKey =
  | 'home'
  | 'offers'
  | 'favourites'
  | 'history'
  | 'account'
  | 'transactions'
  | 'partner'
  | 'referredSellers'
  | 'referredBuyers'
  | 'seller'
  | 'week'
  | 'sales'
  | 'orders'
  | 'business';

/** Has a tab on phones. */
export type TabKey = Extract<NavKey, 'offers' | 'favourites' | 'history' | 'seller' | 'partner' | 'account'>;

export type Roles = Pick<Me, 'is_owner' | 'is_partner' | 'business'>;

/** A guest has none, nor a user who has not loaded. */
export const NO_ROLES: Roles = { is_owner: false, is_partner: false, business: null };

export const navPaths: Record<NavKey, string> = {
  home: paths.home,
  offers: paths.offers,
  favourites: paths.favourites,
  history: paths.orderHistory,
  account: paths.account,
  transactions: paths.transactions,
  seller: paths.seller,
  week: paths.sellerWeek,
  sales: paths.sellerSales,
  partner: paths.affiliate,
  referredSellers: paths.referredSellers,
  referredBuyers: paths.referredBuyers,
  orders: paths.sellerOrders,
  business: paths.members,
};

/**
 * Tabs on phones. Owners and partners have no history tab; they find it in the account. Whoever works for others has
 * it.
 */
export function listTabs({ is_owner, is_partner, business }: Roles): TabKey[] {
  const isEmployed = business !== null && !is_owner;
  return [
    'offers',
    'favourites',
    ...(isEmployed || !(is_owner || is_partner) ? (['history'] as const) : []),
    ...(business ? (['seller'] as const) : is_partner ? (['partner'] as const) : []),
    'account',
  ];
}

export const guestTabs: TabKey[] = ['offers', 'favourites', 'account'];

/** Seller pages with a menu item of their own, by the second part of their paths. */
const SELLER_SUB_PAGES: ReadonlyMap<string, NavKey> = new Map([
  ['week', 'week'],
  ['sale', 'sales'],
  ['forecast', 'sales'],
  ['orders', 'orders'],
  ['members', 'business'],
  ['counters', 'business'],
  ['activity', 'business'],
  ['import', 'business'],
  ['payout', 'business'],
  ['codes', 'business'],
  ['statements', 'business'],
  ['transactions', 'business'],
  ['places', 'business'],
]);

/** Menu items of the seller section with the rights of which their pages need one. */
const sellerItems = [
  ['seller', ['hand_out']],
  ['week', ['products.manage']],
  ['sales', ['figures.view']],
  ['orders', ['orders.view']],
  ['business', ['activity.view', 'money.view']],
] as const satisfies [NavKey, readonly MemberRight[]][];

/** Where a menu item or tab leads: to the first of its pages that the role allows. */
export function getNavPath(item: NavKey, roles: Roles): string {
  if (item === 'seller' && roles.business) return getSellerHome(roles.business.role);
  if (item === 'business' && !hasRight(roles, 'members.manage'))
    return hasRight(roles, 'activity.view') ? paths.activity : paths.businessStatements;
  return navPaths[item];
}

/** Groups of the side menu: items for all, for partners, and for sellers. */
export const buildMenu = (roles: Roles): Record<'general' | 'partner' | 'seller', NavKey[]> => ({
  general: ['home', 'offers', 'favourites', 'history', 'account', 'transactions'],
  partner: roles.is_partner ? ['partner', 'referredSellers', 'referredBuyers'] : [],
  seller: sellerItems
    .filter(([, rights]) => rights.some((right) => hasRight(roles, right)))
    .map(([item]) => item),
});

/** The active menu item of a page. */
export function getActiveNavKey(pathname: string): NavKey | null {
  const [section, subsection] = pathname.split('/').filter(Boolean);
  if (section === 'main') return 'home';
  if (section === 'offers') return subsection === 'history' ? 'history' : 'offers';
  if (section === 'sale-places') return 'offers';
  if (section === 'favorite') return 'favourites';
  if (section === 'orders') return 'history';
  if (section === 'seller') return SELLER_SUB_PAGES.get(subsection ?? '') ?? 'seller';
  if (section === 'account') return subsection === 'affiliate' ? 'partner' : 'account';
  if (section === 'transactions' || section === 'statements') return 'transactions';
  if (section === 'sellers') return 'referredSellers';
  if (section === 'clients') return 'referredBuyers';
  return null;
}

/** The active tab on phones; a page without a tab activates that of the page it is reached from. */
export function getActiveTab(pathname: string, tabs: readonly NavKey[]): NavKey | null {
  const activeKey = getActiveNavKey(pathname);
  if (activeKey && ['week', 'sales', 'orders', 'business'].includes(activeKey)) return 'seller';
  if (activeKey === 'partner' || activeKey === 'referredSellers' || activeKey === 'referredBuyers')
    return tabs.includes('partner') ? 'partner' : 'account';
  if (activeKey === 'transactions') return 'account';
  return activeKey === 'history' && !tabs.includes('history') ? 'account' : activeKey;
}
