import { Splash } from '@wopack/ui/feedback/skeleton.tsx';
import { type LoaderFunction, type RouteObject, replace } from 'react-router';
import {
  requireGuest,
  requireSalePlacesRight,
  requireSeller,
  requireSession,
  requireSessionToPay,
  shouldRevalidateOnPathChange,
} from './guards.ts';
import type { RouteHandle } from './lib/layout-options.tsx';
import { BareLayout, Root } from './root.tsx';
import { PageError, RouteError } from './routes/layout/route-error.tsx';

type AppRoute = Omit<RouteObject, 'handle' | 'children' | 'index'> & {
  index?: boolean;
  handle?: RouteHandle;
  children?: AppRoute[];
};

/** Links for mail programs have their key in the path, which is sent and logged. */
const moveKeyToFragment: LoaderFunction = ({ params, request }) =>
  replace(`${new URL(request.url).pathname.replace(/\/[^/]+\/?$/, '')}#${params.key}`);

/** Landing, sign-in, and targets of links in mails. */
const barePages: AppRoute[] = [
  {
    index: true,
    id: 'landing',
    handle: { texts: ['landing', 'offers'] },
    lazy: () => import('./routes/public/landing.tsx'),
  },
  {
    loader: requireGuest,
    handle: { texts: ['auth'] },
    children: [
      { path: 'auth', id: 'AuthMethod', lazy: () => import('./routes/auth/method.tsx') },
      { path: 'auth/email', id: 'AuthEmail', lazy: () => import('./routes/auth/email.tsx') },
      {
        path: 'auth/code',
        id: 'AuthCode',
        handle: { texts: ['account'] },
        lazy: () => import('./routes/auth/code.tsx'),
      },
      { path: 'signup', id: 'Signup', lazy: () => import('./routes/auth/sign-up.tsx') },
      { path: 'signin', id: 'Signin', lazy: () => import('./routes/auth/sign-in.tsx') },
    ],
  },
  {
    loader: requireSession,
    handle: { texts: ['auth', 'account'] },
    children: [
      { path: 'auth/location', id: 'AuthLocation', lazy: () => import('./routes/auth/location.tsx') },
      { path: 'auth/city', id: 'AuthCity', lazy: () => import('./routes/auth/city.tsx') },
    ],
  },
  {
    handle: { texts: ['auth', 'account'] },
    children: [
      { path: 'decisions', id: 'decision', lazy: () => import('./routes/public/decision.tsx') },
      {
        path: 'payout-sandbox',
        id: 'payout-sandbox',
        lazy: () => import('./routes/public/payout-sandbox.tsx'),
      },
      { path: 'unsubscribe/:what', id: 'unsubscribe', lazy: () => import('./routes/public/unsubscribe.tsx') },
      { path: 'unsubscribe/:what/:key', loader: moveKeyToFragment },
      {
        path: 'invitation',
        id: 'invitation',
        handle: { texts: ['business'] },
        lazy: () => import('./routes/public/invitation.tsx'),
      },
      { path: 'auth/token', id: 'AuthToken', lazy: () => import('./routes/auth/token.tsx') },
    ],
  },
  {
    path: 'friend',
    id: 'friend',
    handle: { texts: ['friend', 'buyer', 'offer'] },
    lazy: () => import('./routes/public/friend.tsx'),
  },
  {
    path: 'counter',
    id: 'counter',
    handle: { texts: ['counter', 'auth', 'seller'] },
    lazy: () => import('./routes/counter/counter.tsx'),
  },
  {
    path: 'seller/quick-start',
    id: 'SellerQuickStart',
    handle: { texts: ['seller', 'offers'] },
    loader: requireSalePlacesRight,
    shouldRevalidate: shouldRevalidateOnPathChange,
    lazy: () => import('./routes/seller/quick-start.tsx'),
  },
];

const policyPages: AppRoute[] = [
  {
    path: 'policy/accessibility',
    id: 'AccessibilityStatement',
    lazy: async () => ({ Component: (await import('./routes/policies.tsx')).AccessibilityStatement }),
  },
  {
    path: 'policy/cookie',
    id: 'CookiePolicy',
    lazy: async () => ({ Component: (await import('./routes/policies.tsx')).CookiePolicy }),
  },
  {
    path: 'policy/data-deletion',
    id: 'DataDeletionInstructions',
    lazy: async () => ({ Component: (await import('./routes/policies.tsx')).DataDeletionPolicy }),
  },
  {
    path: 'policy/privacy',
    id: 'PrivacyPolicy',
    lazy: async () => ({ Component: (await import('./routes/policies.tsx')).PrivacyPolicy }),
  },
  {
    path: 'policy/promotion-referral',
    id: 'PromotionReferralTerms',
    lazy: async () => ({ Component: (await import('./routes/policies.tsx')).ReferralPolicy }),
  },
  {
    path: 'policy/terms-conditions',
    id: 'TermsConditions',
    lazy: async () => ({ Component: (await import('./routes/policies.tsx')).Terms }),
  },
  {
    path: 'trust',
    id: 'trust',
    handle: { texts: ['trust'] },
    lazy: () => import('./routes/public/trust.tsx'),
  },
  {
    path: 'figures',
    id: 'figures',
    handle: { texts: ['figures', 'impact'] },
    lazy: () => import('./routes/public/figures.tsx'),
  },
  {
    path: 'policy/:page/:version',
    id: 'PolicyVersion',
    handle: { texts: ['legal-archive'] },
    lazy: async () => ({ Component: (await import('./routes/policies.tsx')).PolicyVersion }),
  },
];

/** For everybody, like what it shows. */
const drawPage: AppRoute = {
  path: 'draws/:id',
  id: 'draw',
  handle: { texts: ['buyer'], layout: { sunken: true } },
  lazy: () => import('./routes/public/draw.tsx'),
};

/** Also for guests. */
const guestPages: AppRoute[] = [
  {
    path: 'offers',
    id: 'offers',
    handle: { texts: ['offers'] },
    lazy: () => import('./routes/buyer/offers.tsx'),
  },
  {
    loader: requireSessionToPay,
    children: [
      {
        path: 'offers/:id',
        id: 'infoAboutOffer',
        handle: { texts: ['offers', 'offer', 'invoice'], layout: { hideTabBar: true } },
        lazy: () => import('./routes/buyer/offer.tsx'),
      },
    ],
  },
  {
    path: 'sale-places/:id',
    id: 'salePlace',
    handle: { texts: ['offers', 'offer', 'buyer', 'impact'] },
    lazy: () => import('./routes/buyer/sale-place.tsx'),
  },
  {
    path: 'towns/:key',
    id: 'town',
    handle: { texts: ['impact'] },
    lazy: () => import('./routes/public/town.tsx'),
  },
  {
    path: 'account/change_city',
    id: 'changeCity',
    handle: { texts: ['account', 'auth'] },
    lazy: () => import('./routes/account/change-city.tsx'),
  },
];

/** For signed-in buyers. Some of these open offline: OFFLINE_PAGES in vite.config.ts. */
const buyerPages: AppRoute[] = [
  { path: 'favorite', id: 'favorite', lazy: () => import('./routes/buyer/favourites.tsx') },
  { path: 'offers/history', id: 'history', lazy: () => import('./routes/buyer/history.tsx') },
  {
    path: 'orders/:id',
    id: 'ticket',
    handle: { texts: ['invoice'], layout: { hideTabBar: true, sunken: true } },
    lazy: () => import('./routes/buyer/ticket.tsx'),
  },
  {
    path: 'orders/:id/invoice',
    id: 'orderInvoice',
    handle: { texts: ['invoice'], layout: { hideTabBar: true } },
    lazy: () => import('./routes/buyer/order-invoice.tsx'),
  },
  {
    path: 'orders/:id/worth',
    id: 'orderValue',
    handle: { layout: { hideTabBar: true } },
    lazy: () => import('./routes/buyer/order-value.tsx'),
  },
  {
    path: 'orders/:id/success',
    id: 'orderSuccess',
    lazy: () => import('./routes/buyer/order-success.tsx'),
  },
  {
    path: 'main',
    id: 'main',
    handle: { texts: ['offer', 'seller', 'account'] },
    lazy: () => import('./routes/home.tsx'),
  },
  {
    path: 'sellers/:id',
    id: 'infoAboutSeller',
    handle: { texts: ['account'] },
    lazy: () => import('./routes/buyer/seller-profile.tsx'),
  },
];

/** For signed-in users, whatever their role, and for partners. */
const accountPages: AppRoute[] = [
  { path: 'account', id: 'account', lazy: () => import('./routes/account/account.tsx') },
  {
    path: 'account/basic-info',
    id: 'basicInfo',
    lazy: () => import('./routes/account/basic-info.tsx'),
  },
  {
    path: 'account/password',
    id: 'changePassword',
    lazy: () => import('./routes/account/password.tsx'),
  },
  { path: 'account/devices', id: 'devices', lazy: () => import('./routes/account/devices.tsx') },
  {
    path: 'account/cards',
    id: 'savedCards',
    lazy: () => import('./routes/account/cards.tsx'),
    handle: { texts: ['offer'] },
  },
  { path: 'account/credit', id: 'credit', lazy: () => import('./routes/account/credit.tsx') },
  {
    path: 'account/impact',
    id: 'impact',
    handle: { texts: ['impact'] },
    lazy: () => import('./routes/account/impact.tsx'),
  },
  {
    path: 'account/export',
    id: 'exportData',
    lazy: () => import('./routes/account/export-account.tsx'),
  },
  {
    path: 'account/delete',
    id: 'deleteAccount',
    lazy: () => import('./routes/account/delete-account.tsx'),
  },
  {
    path: 'account/notifications',
    id: 'notifications',
    handle: { texts: ['offers'] },
    lazy: () => import('./routes/account/notifications.tsx'),
  },
  {
    path: 'account/food',
    id: 'food',
    handle: { texts: ['offers'] },
    lazy: () => import('./routes/account/food.tsx'),
  },
  {
    path: 'account/entries',
    id: 'entries',
    handle: { texts: ['offer'] },
    lazy: () => import('./routes/account/entries.tsx'),
  },
  {
    path: 'transactions',
    id: 'transactions',
    lazy: () => import('./routes/account/money/transactions.tsx'),
  },
  {
    path: 'account/payout',
    id: 'payout',
    lazy: () => import('./routes/account/money/payout.tsx'),
  },
  {
    path: 'statements',
    id: 'statements',
    lazy: () => import('./routes/account/money/statements.tsx'),
  },
  {
    path: 'statements/:id',
    id: 'statement',
    lazy: () => import('./routes/account/money/statement.tsx'),
  },
  {
    path: 'account/point',
    id: 'haveAPoint',
    lazy: () => import('./routes/account/seller-role.tsx'),
  },
  {
    path: 'account/business',
    id: 'business',
    lazy: () => import('./routes/account/business.tsx'),
  },
  {
    path: 'account/affiliate',
    id: 'affiliateProgram',
    handle: { layout: { sunken: true } },
    lazy: () => import('./routes/account/affiliate.tsx'),
  },
  {
    lazy: () => import('./routes/partner/partner-guard.ts'),
    handle: { layout: { sunken: true } },
    shouldRevalidate: shouldRevalidateOnPathChange,
    children: [
      {
        path: 'sellers',
        id: 'sellers',
        lazy: async () => (await import('./routes/partner/referred-users.tsx')).sellers,
      },
      {
        path: 'clients',
        id: 'clients',
        lazy: async () => (await import('./routes/partner/referred-users.tsx')).buyers,
      },
      {
        path: 'clients/:id',
        id: 'infoAboutClient',
        lazy: () => import('./routes/partner/referred-buyer.tsx'),
      },
    ],
  },
];

const sellerPages: AppRoute[] = [
  {
    path: 'seller/point',
    id: 'creatingPoint',
    handle: { texts: ['offers'], right: 'sale_places.manage' },
    lazy: () => import('./routes/seller/sale-place.tsx'),
  },
  {
    path: 'seller/point/:id',
    id: 'editingPoint',
    handle: { texts: ['offers'], right: 'sale_places.manage' },
    lazy: () => import('./routes/seller/sale-place.tsx'),
  },
  {
    path: 'seller/claims',
    id: 'place-claims',
    handle: { right: 'business.manage' },
    lazy: () => import('./routes/seller/claims.tsx'),
  },
  {
    path: 'seller/dish',
    id: 'creatingDish',
    handle: { texts: ['offers', 'offer'], right: 'products.manage' },
    lazy: () => import('./routes/seller/product.tsx'),
  },
  {
    path: 'seller/dish/:id',
    id: 'editingDish',
    handle: { texts: ['offers', 'offer'], right: 'products.manage' },
    lazy: () => import('./routes/seller/product.tsx'),
  },
  {
    path: 'seller',
    id: 'seller',
    handle: { texts: ['account', 'buyer', 'counter', 'offer'], right: 'hand_out' },
    lazy: () => import('./routes/seller/today.tsx'),
  },
  {
    path: 'seller/week',
    id: 'week',
    handle: { right: 'products.manage' },
    lazy: () => import('./routes/seller/week.tsx'),
  },
  {
    path: 'seller/sale',
    id: 'sale',
    handle: { right: 'figures.view' },
    lazy: () => import('./routes/seller/sales.tsx'),
  },
  {
    path: 'seller/places',
    id: 'comparison',
    handle: { right: 'figures.view' },
    lazy: () => import('./routes/seller/comparison.tsx'),
  },
  {
    path: 'seller/forecast',
    id: 'forecast',
    handle: { right: 'figures.view' },
    lazy: () => import('./routes/seller/forecast.tsx'),
  },
  {
    path: 'seller/impact',
    id: 'business-impact',
    handle: { texts: ['impact'], right: 'figures.view' },
    lazy: () => import('./routes/seller/impact.tsx'),
  },
  {
    path: 'seller/questions',
    id: 'stock-question',
    handle: { right: 'stock.change' },
    lazy: () => import('./routes/seller/stock-question.tsx'),
  },
  {
    path: 'seller/import',
    id: 'product-import',
    handle: { texts: ['business'], right: 'products.manage' },
    lazy: () => import('./routes/seller/product-import.tsx'),
  },
  {
    path: 'seller/reviews',
    id: 'seller-reviews',
    handle: { texts: ['buyer'], right: 'reviews.answer' },
    lazy: () => import('./routes/seller/reviews.tsx'),
  },
  {
    path: 'seller/orders',
    id: 'orders',
    handle: { texts: ['counter'], right: 'orders.view' },
    lazy: () => import('./routes/seller/orders.tsx'),
  },
  {
    path: 'seller/members',
    id: 'members',
    handle: { texts: ['business', 'account', 'auth'], right: 'members.manage' },
    lazy: () => import('./routes/seller/members.tsx'),
  },
  {
    path: 'seller/counters',
    id: 'counters',
    handle: { texts: ['business'], right: 'devices.manage' },
    lazy: () => import('./routes/seller/counters.tsx'),
  },
  {
    path: 'seller/activity',
    id: 'activity',
    handle: { texts: ['business'], right: 'activity.view' },
    lazy: () => import('./routes/seller/activity.tsx'),
  },
  {
    path: 'seller/payout',
    id: 'business-payout',
    handle: { texts: ['account', 'auth'], right: 'money.manage' },
    lazy: () => import('./routes/seller/business-payout.tsx'),
  },
  {
    path: 'seller/codes',
    id: 'discount-codes',
    handle: { texts: ['business'], right: 'money.view' },
    lazy: () => import('./routes/seller/codes.tsx'),
  },
  {
    path: 'seller/statements',
    id: 'business-statements',
    handle: { texts: ['account'], right: 'money.view' },
    lazy: async () => (await import('./routes/seller/business-money.tsx')).statements,
  },
  {
    path: 'seller/transactions',
    id: 'business-transactions',
    handle: { texts: ['account', 'offer'], right: 'money.view' },
    lazy: async () => (await import('./routes/seller/business-money.tsx')).transactions,
  },
];

/**
 * Pages by path and name of docs/specification.md, Pages. A page that fails leaves its layout on the screen. An error
 * boundary never stands on a `lazy` route: while its code is missing, the router shows nothing there.
 */
export const routes = [
  {
    Component: Root,
    ErrorBoundary: RouteError,
    HydrateFallback: Splash,
    children: [
      { Component: BareLayout, ErrorBoundary: RouteError, children: barePages },
      {
        lazy: () => import('./routes/layout/policy-layout.tsx'),
        children: [{ ErrorBoundary: PageError, handle: { texts: ['legal'] }, children: policyPages }],
      },
      {
        lazy: () => import('./routes/layout/app-layout.tsx'),
        children: [
          {
            ErrorBoundary: PageError,
            children: [
              ...guestPages,
              drawPage,
              {
                loader: requireSession,
                children: [
                  { handle: { texts: ['offers', 'buyer'] }, children: buyerPages },
                  { handle: { texts: ['account', 'auth'] }, children: accountPages },
                ],
              },
              {
                loader: requireSeller,
                lazy: () => import('./routes/seller/seller-section.tsx'),
                handle: { texts: ['seller'], layout: { sunken: true } },
                shouldRevalidate: shouldRevalidateOnPathChange,
                children: sellerPages,
              },
            ],
          },
        ],
      },
      { path: '*', id: 'notFound', lazy: () => import('./routes/public/not-found.tsx') },
    ],
  },
] satisfies AppRoute[] as RouteObject[];
