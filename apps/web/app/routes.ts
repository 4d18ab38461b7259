import { Splash } from '@wopack/ui/feedback/skeleton.tsx';
import { type LoaderFunction, type RouteObject, replace } from 'react-router';
import {
  requireGuest,
  requirePartner,
  requireSeller,
  requireSession,
  requireSessionToPay,
  shouldRevalidateOnPathChange,
} from './guards.ts';
import type { RouteHandle } from './lib/layout-options.tsx';
import { Root } from './root.tsx';
import { AppLayout, BareLayout, loadWideLayout } from './routes/layout/app-layout.tsx';
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
    handle: { namespaces: ['landing'] },
    lazy: () => import('./routes/public/landing.tsx'),
  },
  {
    loader: requireGuest,
    children: [
      {
        path: 'auth',
        id: 'AuthMethod',
        handle: { namespaces: ['auth'] },
        lazy: () => import('./routes/auth/method.tsx'),
      },
      {
        path: 'auth/email',
        id: 'AuthEmail',
        handle: { namespaces: ['auth'] },
        lazy: () => import('./routes/auth/email.tsx'),
      },
      {
        path: 'auth/code',
        id: 'AuthCode',
        handle: { namespaces: ['auth'] },
        lazy: () => import('./routes/auth/code.tsx'),
      },
      {
        path: 'signup',
        id: 'Signup',
        handle: { namespaces: ['auth'] },
        lazy: () => import('./routes/auth/sign-up.tsx'),
      },
      {
        path: 'signin',
        id: 'Signin',
        handle: { namespaces: ['auth'] },
        lazy: () => import('./routes/auth/sign-in.tsx'),
      },
    ],
  },
  {
    loader: requireSession,
    children: [
      {
        path: 'auth/location',
        id: 'AuthLocation',
        handle: { namespaces: ['auth', 'geo'] },
        lazy: () => import('./routes/auth/location.tsx'),
      },
      {
        path: 'auth/city',
        id: 'AuthCity',
        handle: { namespaces: ['auth', 'geo'] },
        lazy: () => import('./routes/auth/city.tsx'),
      },
    ],
  },
  {
    path: 'decisions',
    id: 'decision',
    handle: { namespaces: ['decision', 'auth'] },
    lazy: () => import('./routes/public/decision.tsx'),
  },
  {
    path: 'unsubscribe/:what',
    id: 'unsubscribe',
    handle: { namespaces: ['notifications', 'auth'] },
    lazy: () => import('./routes/public/unsubscribe.tsx'),
  },
  { path: 'unsubscribe/:what/:key', loader: moveKeyToFragment },
  {
    path: 'auth/token',
    id: 'AuthToken',
    handle: { namespaces: ['auth', 'account'] },
    lazy: () => import('./routes/auth/token.tsx'),
  },
  {
    path: 'seller/quick-start',
    id: 'SellerQuickStart',
    loader: requireSeller,
    shouldRevalidate: shouldRevalidateOnPathChange,
    handle: { namespaces: ['seller'] },
    lazy: () => import('./routes/seller/quick-start.tsx'),
  },
];

const policyPages: AppRoute[] = [
  {
    path: 'policy/cookie',
    id: 'CookiePolicy',
    handle: { namespaces: ['legal', 'policy-cookie'] },
    lazy: async () => ({ Component: (await import('./routes/policies.tsx')).CookiePolicy }),
  },
  {
    path: 'policy/data-deletion',
    id: 'DataDeletionInstructions',
    handle: { namespaces: ['legal', 'policy-delete'] },
    lazy: async () => ({ Component: (await import('./routes/policies.tsx')).DataDeletionPolicy }),
  },
  {
    path: 'policy/privacy',
    id: 'PrivacyPolicy',
    handle: { namespaces: ['legal', 'policy-privacy'] },
    lazy: async () => ({ Component: (await import('./routes/policies.tsx')).PrivacyPolicy }),
  },
  {
    path: 'policy/promotion-referral',
    id: 'PromotionReferralTerms',
    handle: { namespaces: ['legal', 'policy-affiliate'] },
    lazy: async () => ({ Component: (await import('./routes/policies.tsx')).ReferralPolicy }),
  },
  {
    path: 'policy/terms-conditions',
    id: 'TermsConditions',
    handle: { namespaces: ['legal', 'policy-terms'] },
    lazy: async () => ({ Component: (await import('./routes/policies.tsx')).Terms }),
  },
];

/** For everybody, like what it shows. */
const drawPage: AppRoute = {
  path: 'draws/:id',
  id: 'draw',
  handle: { namespaces: ['draw'], layout: { sunken: true } },
  lazy: () => import('./routes/public/draw.tsx'),
};

/** Also for guests. */
const guestPages: AppRoute[] = [
  {
    path: 'offers',
    id: 'offers',
    handle: { namespaces: ['offers'] },
    lazy: () => import('./routes/buyer/offers.tsx'),
  },
  {
    loader: requireSessionToPay,
    children: [
      {
        path: 'offers/:id',
        id: 'infoAboutOffer',
        handle: { namespaces: ['offer', 'offers', 'payment'], layout: { hideTabBar: true } },
        lazy: () => import('./routes/buyer/offer.tsx'),
      },
    ],
  },
  {
    path: 'sale-places/:id',
    id: 'salePlace',
    handle: { namespaces: ['about-seller', 'offers', 'offer'] },
    lazy: () => import('./routes/buyer/sale-place.tsx'),
  },
  {
    path: 'account/change_city',
    id: 'changeCity',
    handle: { namespaces: ['account', 'geo'] },
    lazy: () => import('./routes/account/change-city.tsx'),
  },
];

/** For signed-in users. Some of these open offline: OFFLINE_PAGES in vite.config.ts. */
const sessionPages: AppRoute[] = [
  {
    path: 'favorite',
    id: 'favorite',
    handle: { namespaces: ['offers'] },
    lazy: () => import('./routes/buyer/favourites.tsx'),
  },
  {
    path: 'offers/history',
    id: 'history',
    handle: { namespaces: ['orders'] },
    lazy: () => import('./routes/buyer/history.tsx'),
  },
  {
    path: 'orders/:id',
    id: 'ticket',
    handle: { namespaces: ['orders'], layout: { hideTabBar: true, sunken: true } },
    lazy: () => import('./routes/buyer/ticket.tsx'),
  },
  {
    path: 'orders/:id/success',
    id: 'orderSuccess',
    handle: { namespaces: ['orders'] },
    lazy: () => import('./routes/buyer/order-success.tsx'),
  },
  {
    path: 'main',
    id: 'main',
    handle: { namespaces: ['home', 'offers', 'orders', 'seller', 'allocation'] },
    lazy: () => import('./routes/home.tsx'),
  },
  {
    path: 'sellers/:id',
    id: 'infoAboutSeller',
    handle: { namespaces: ['about-seller', 'offers'] },
    lazy: () => import('./routes/buyer/seller-profile.tsx'),
  },
  {
    path: 'account',
    id: 'account',
    handle: { namespaces: ['account', 'auth', 'geo'] },
    lazy: () => import('./routes/account/account.tsx'),
  },
  {
    path: 'account/basic-info',
    id: 'basicInfo',
    handle: { namespaces: ['account'] },
    lazy: () => import('./routes/account/basic-info.tsx'),
  },
  {
    path: 'account/password',
    id: 'changePassword',
    handle: { namespaces: ['account', 'auth'] },
    lazy: () => import('./routes/account/password.tsx'),
  },
  {
    path: 'account/devices',
    id: 'devices',
    handle: { namespaces: ['account'] },
    lazy: () => import('./routes/account/devices.tsx'),
  },
  {
    path: 'account/export',
    id: 'exportData',
    handle: { namespaces: ['account'] },
    lazy: () => import('./routes/account/export-account.tsx'),
  },
  {
    path: 'account/delete',
    id: 'deleteAccount',
    handle: { namespaces: ['account', 'auth'] },
    lazy: () => import('./routes/account/delete-account.tsx'),
  },
  {
    path: 'account/notifications',
    id: 'notifications',
    handle: { namespaces: ['notifications', 'account'] },
    lazy: () => import('./routes/account/notifications.tsx'),
  },
  {
    path: 'account/entries',
    id: 'entries',
    handle: { namespaces: ['allocation', 'account'] },
    lazy: () => import('./routes/account/entries.tsx'),
  },
  {
    path: 'transactions',
    id: 'transactions',
    handle: { namespaces: ['money', 'account'] },
    lazy: () => import('./routes/account/money/transactions.tsx'),
  },
  {
    path: 'account/payout',
    id: 'payout',
    handle: { namespaces: ['money', 'account', 'auth'] },
    lazy: () => import('./routes/account/money/payout.tsx'),
  },
  {
    path: 'statements',
    id: 'statements',
    handle: { namespaces: ['money', 'account'] },
    lazy: () => import('./routes/account/money/statements.tsx'),
  },
  {
    path: 'statements/:id',
    id: 'statement',
    handle: { namespaces: ['money', 'account'] },
    lazy: () => import('./routes/account/money/statement.tsx'),
  },
  {
    path: 'account/point',
    id: 'haveAPoint',
    handle: { namespaces: ['account'] },
    lazy: () => import('./routes/account/seller-role.tsx'),
  },
  {
    path: 'account/business',
    id: 'business',
    handle: { namespaces: ['account'] },
    lazy: () => import('./routes/account/business.tsx'),
  },
  {
    path: 'account/affiliate',
    id: 'affiliateProgram',
    handle: { namespaces: ['partner', 'account', 'auth'], layout: { sunken: true } },
    lazy: () => import('./routes/account/affiliate.tsx'),
  },
  {
    loader: requirePartner,
    shouldRevalidate: shouldRevalidateOnPathChange,
    children: [
      {
        path: 'sellers',
        id: 'sellers',
        handle: { namespaces: ['partner'], layout: { sunken: true } },
        lazy: async () => (await import('./routes/partner/referred-users.tsx')).sellers,
      },
      {
        path: 'clients',
        id: 'clients',
        handle: { namespaces: ['partner'], layout: { sunken: true } },
        lazy: async () => (await import('./routes/partner/referred-users.tsx')).buyers,
      },
      {
        path: 'clients/:id',
        id: 'infoAboutClient',
        handle: { namespaces: ['partner'], layout: { sunken: true } },
        lazy: () => import('./routes/partner/referred-buyer.tsx'),
      },
    ],
  },
];

const sellerPages: AppRoute[] = [
  {
    path: 'seller/point',
    id: 'creatingPoint',
    handle: { namespaces: ['seller'], layout: { sunken: true } },
    lazy: () => import('./routes/seller/sale-place.tsx'),
  },
  {
    path: 'seller/point/:id',
    id: 'editingPoint',
    handle: { namespaces: ['seller'], layout: { sunken: true } },
    lazy: () => import('./routes/seller/sale-place.tsx'),
  },
  {
    path: 'seller/claims',
    id: 'place-claims',
    handle: { namespaces: ['seller'], layout: { sunken: true } },
    lazy: () => import('./routes/seller/claims.tsx'),
  },
  {
    path: 'seller/dish',
    id: 'creatingDish',
    handle: { namespaces: ['seller'], layout: { sunken: true } },
    lazy: () => import('./routes/seller/product.tsx'),
  },
  {
    path: 'seller/dish/:id',
    id: 'editingDish',
    handle: { namespaces: ['seller', 'allocation-seller'], layout: { sunken: true } },
    lazy: () => import('./routes/seller/product.tsx'),
  },
  {
    path: 'seller',
    id: 'seller',
    handle: { namespaces: ['seller', 'week', 'money', 'allocation-seller'], layout: { sunken: true } },
    lazy: () => import('./routes/seller/today.tsx'),
  },
  {
    path: 'seller/week',
    id: 'week',
    handle: { namespaces: ['week', 'seller'], layout: { sunken: true } },
    lazy: () => import('./routes/seller/week.tsx'),
  },
  {
    path: 'seller/sale',
    id: 'sale',
    handle: { namespaces: ['sales', 'seller', 'allocation-seller'], layout: { sunken: true } },
    lazy: () => import('./routes/seller/sales.tsx'),
  },
  {
    path: 'seller/orders',
    id: 'orders',
    handle: { namespaces: ['seller'], layout: { sunken: true } },
    lazy: () => import('./routes/seller/orders.tsx'),
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
        children: [{ ErrorBoundary: PageError, children: policyPages }],
      },
      {
        lazy: async () => {
          await loadWideLayout();
          return { Component: AppLayout };
        },
        children: [
          {
            ErrorBoundary: PageError,
            children: [
              ...guestPages,
              drawPage,
              { loader: requireSession, children: sessionPages },
              {
                loader: requireSeller,
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
