import { paths } from '../../lib/paths.ts';

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

/** Has a tab on phones. */
export type TabKey = Extract<NavKey, 'offers' | 'favorite' | 'history' | 'seller' | 'affiliate' | 'account'>;

export interface Roles {
  is_owner: boolean;
  is_partner: boolean;
}

export const navPaths: Record<NavKey, string> = {
  today: paths.main,
  offers: paths.offers,
  favorite: paths.favourites,
  history: paths.orderHistory,
  account: paths.account,
  transactions: paths.transactions,
  seller: paths.seller,
  week: paths.sellerWeek,
  sale: paths.sellerSales,
  affiliate: paths.affiliate,
  sellers: paths.referredSellers,
  clients: paths.referredBuyers,
  orders: paths.sellerOrders,
};

/** Tabs on phones. Sellers and partners have no history tab; they find it in the account. */
export function listTabs({ is_owner, is_partner }: Roles): TabKey[] {
  return [
    'offers',
    'favorite',
    ...(is_owner || is_partner ? [] : (['history'] as const)),
    ...(is_owner ? (['seller'] as const) : is_partner ? (['affiliate'] as const) : []),
    'account',
  ];
}

export const guestTabs: TabKey[] = ['offers', 'favorite', 'account'];

/** Groups of the side menu: common entries, those of partners, and those of sellers. */
export const buildMenu = ({
  is_owner,
  is_partner,
}: Roles): Record<'general' | 'partner' | 'seller', NavKey[]> => ({
  general: ['today', 'offers', 'favorite', 'history', 'account', 'transactions'],
  partner: is_partner ? ['affiliate', 'sellers', 'clients'] : [],
  seller: is_owner ? ['seller', 'week', 'sale', 'orders'] : [],
});

/** Seller pages with an entry of their own. */
const SELLER_PAGES = ['week', 'sale', 'orders'] as const;

/** The active entry of a page. */
export function getActiveNavKey(pathname: string): NavKey | null {
  const [section, subsection] = pathname.split('/').filter(Boolean);
  if (section === 'main') return 'today';
  if (section === 'offers') return subsection === 'history' ? 'history' : 'offers';
  if (section === 'sale-places') return 'offers';
  if (section === 'orders') return 'history';
  if (section === 'seller') return SELLER_PAGES.find((page) => page === subsection) ?? 'seller';
  if (section === 'account') return subsection === 'affiliate' ? 'affiliate' : 'account';
  if (section === 'transactions' || section === 'statements') return 'transactions';
  if (section === 'favorite' || section === 'sellers' || section === 'clients') return section;
  return null;
}

/** The active tab on phones; a page without a tab activates that of the page it is reached from. */
export function getActiveTab(pathname: string, tabs: readonly NavKey[]): NavKey | null {
  const activeKey = getActiveNavKey(pathname);
  if (SELLER_PAGES.some((page) => page === activeKey)) return 'seller';
  if (activeKey === 'affiliate' || activeKey === 'sellers' || activeKey === 'clients')
    return tabs.includes('affiliate') ? 'affiliate' : 'account';
  if (activeKey === 'transactions') return 'account';
  return activeKey === 'history' && !tabs.includes('history') ? 'account' : activeKey;
}
