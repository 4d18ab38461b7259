import { paths } from '../../lib/paths.ts';

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
  | 'orders';

/** Has a tab on phones. */
export type TabKey = Extract<NavKey, 'offers' | 'favourites' | 'history' | 'seller' | 'partner' | 'account'>;

export interface Roles {
  is_owner: boolean;
  is_partner: boolean;
}

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
};

/** Tabs on phones. Sellers and partners have no history tab; they find it in the account. */
export function listTabs({ is_owner, is_partner }: Roles): TabKey[] {
  return [
    'offers',
    'favourites',
    ...(is_owner || is_partner ? [] : (['history'] as const)),
    ...(is_owner ? (['seller'] as const) : is_partner ? (['partner'] as const) : []),
    'account',
  ];
}

export const guestTabs: TabKey[] = ['offers', 'favourites', 'account'];

/** Seller pages with a menu item of their own, by the second part of their paths. */
const SELLER_SUB_PAGES: ReadonlyMap<string, NavKey> = new Map([
  ['week', 'week'],
  ['sale', 'sales'],
  ['orders', 'orders'],
]);

/** Groups of the side menu: items for all, for partners, and for sellers. */
export const buildMenu = ({
  is_owner,
  is_partner,
}: Roles): Record<'general' | 'partner' | 'seller', NavKey[]> => ({
  general: ['home', 'offers', 'favourites', 'history', 'account', 'transactions'],
  partner: is_partner ? ['partner', 'referredSellers', 'referredBuyers'] : [],
  seller: is_owner ? ['seller', ...SELLER_SUB_PAGES.values()] : [],
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
  if (activeKey === 'week' || activeKey === 'sales' || activeKey === 'orders') return 'seller';
  if (activeKey === 'partner' || activeKey === 'referredSellers' || activeKey === 'referredBuyers')
    return tabs.includes('partner') ? 'partner' : 'account';
  if (activeKey === 'transactions') return 'account';
  return activeKey === 'history' && !tabs.includes('history') ? 'account' : activeKey;
}
