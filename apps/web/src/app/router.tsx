import { createBrowserRouter, type RouteObject } from 'react-router';
import { AppLayout } from './app-layout.tsx';
import { BareLayout } from './bare-layout.tsx';
import { onAnotherPage, requireGuest, requireOwner, requireSession } from './guards.ts';
import { firstPage, lazyPage } from './lazy-page.ts';
import { Root } from './root.tsx';
import { RouteError } from './route-error.tsx';
import { Splash } from './splash.tsx';

const bare: RouteObject[] = [
  { index: true, id: 'landing', lazy: lazyPage(() => import('../pages/public/landing.tsx'), 'landing') },
  {
    loader: requireGuest,
    children: [
      { path: 'auth', id: 'AuthMethod', lazy: lazyPage(() => import('../pages/auth/method.tsx'), 'auth') },
      {
        path: 'auth/email',
        id: 'AuthEmail',
        lazy: lazyPage(() => import('../pages/auth/email.tsx'), 'auth'),
      },
      { path: 'auth/code', id: 'AuthCode', lazy: lazyPage(() => import('../pages/auth/code.tsx'), 'auth') },
      { path: 'signup', id: 'Signup', lazy: lazyPage(() => import('../pages/auth/signup.tsx'), 'auth') },
      { path: 'signin', id: 'Signin', lazy: lazyPage(() => import('../pages/auth/signin.tsx'), 'auth') },
    ],
  },
  {
    path: 'unsubscribe/:what/:key',
    id: 'unsubscribe',
    lazy: lazyPage(() => import('../pages/public/unsubscribe.tsx'), 'notifications', 'auth'),
  },
  {
    path: 'auth/token',
    id: 'AuthToken',
    lazy: lazyPage(() => import('../pages/auth/token.tsx'), 'auth', 'account'),
  },
  {
    loader: requireSession,
    children: [
      {
        path: 'auth/location',
        id: 'AuthLocation',
        lazy: lazyPage(() => import('../pages/auth/location.tsx'), 'auth', 'geo'),
      },
      {
        path: 'auth/city',
        id: 'AuthCity',
        lazy: lazyPage(() => import('../pages/auth/city.tsx'), 'auth', 'geo'),
      },
    ],
  },
  {
    path: 'seller/quick-start',
    id: 'SellerQuickStart',
    loader: requireOwner,
    shouldRevalidate: onAnotherPage,
    lazy: lazyPage(() => import('../pages/seller/quick-start.tsx'), 'seller'),
  },
];

const policy: RouteObject[] = [
  {
    path: 'policy/cookie',
    id: 'CookiePolicy',
    lazy: lazyPage(() => import('../pages/policy/cookie.tsx'), 'legal', 'policy-cookie'),
  },
  {
    path: 'policy/data-deletion',
    id: 'DataDeletionInstructions',
    lazy: lazyPage(() => import('../pages/policy/data-deletion.tsx'), 'legal', 'policy-delete'),
  },
  {
    path: 'policy/privacy',
    id: 'PrivacyPolicy',
    lazy: lazyPage(() => import('../pages/policy/privacy.tsx'), 'legal', 'policy-privacy'),
  },
  {
    path: 'policy/promotion-referral',
    id: 'PromotionReferralTerms',
    lazy: lazyPage(() => import('../pages/policy/promotion-referral.tsx'), 'legal', 'policy-affiliate'),
  },
  {
    path: 'policy/terms-conditions',
    id: 'TermsConditions',
    lazy: lazyPage(() => import('../pages/policy/terms.tsx'), 'legal', 'policy-terms'),
  },
];

const buyer: RouteObject[] = [
  {
    path: 'main',
    id: 'main',
    lazy: lazyPage(() => import('../pages/main.tsx'), 'main', 'offers', 'orders', 'seller'),
  },
  { path: 'offers', id: 'offers', lazy: firstPage(() => import('../pages/buyer/offers.tsx'), 'offers') },
  { path: 'favorite', id: 'favorite', lazy: lazyPage(() => import('../pages/buyer/favorite.tsx'), 'offers') },
  {
    path: 'offers/history',
    id: 'history',
    lazy: lazyPage(() => import('../pages/buyer/history.tsx'), 'orders'),
  },
  {
    path: 'sellers/:id',
    id: 'infoAboutSeller',
    lazy: lazyPage(() => import('../pages/buyer/seller.tsx'), 'about-seller', 'offers'),
  },
  { path: 'orders/:id', id: 'ticket', lazy: lazyPage(() => import('../pages/buyer/ticket.tsx'), 'orders') },
  {
    path: 'orders/:id/success',
    id: 'orderSuccess',
    lazy: lazyPage(() => import('../pages/buyer/success.tsx'), 'orders'),
  },
];

const account: RouteObject[] = [
  {
    path: 'account',
    id: 'account',
    lazy: lazyPage(() => import('../pages/account/account.tsx'), 'account', 'auth', 'geo'),
  },
  {
    path: 'account/basic-info',
    id: 'basicInfo',
    lazy: lazyPage(() => import('../pages/account/basic-info.tsx'), 'account'),
  },
  {
    path: 'account/password',
    id: 'changePassword',
    lazy: lazyPage(() => import('../pages/account/password.tsx'), 'account', 'auth'),
  },
  {
    path: 'account/devices',
    id: 'devices',
    lazy: lazyPage(() => import('../pages/account/devices.tsx'), 'account'),
  },
  {
    path: 'account/export',
    id: 'exportData',
    lazy: lazyPage(() => import('../pages/account/export.tsx'), 'account'),
  },
  {
    path: 'account/delete',
    id: 'deleteAccount',
    lazy: lazyPage(() => import('../pages/account/deletion.tsx'), 'account', 'auth'),
  },
  {
    path: 'account/change_city',
    id: 'changeCity',
    lazy: lazyPage(() => import('../pages/account/change-city.tsx'), 'account', 'geo'),
  },
  {
    path: 'account/notifications',
    id: 'notifications',
    lazy: lazyPage(() => import('../pages/account/notifications.tsx'), 'notifications', 'account'),
  },
  {
    path: 'transactions',
    id: 'transactions',
    lazy: lazyPage(() => import('../pages/account/transactions.tsx'), 'money', 'account'),
  },
  {
    path: 'account/payout',
    id: 'payout',
    lazy: lazyPage(() => import('../pages/account/payout.tsx'), 'money', 'account', 'auth'),
  },
  {
    path: 'statements',
    id: 'statements',
    lazy: lazyPage(() => import('../pages/account/statements.tsx'), 'money', 'account'),
  },
  {
    path: 'statements/:id',
    id: 'statement',
    lazy: lazyPage(() => import('../pages/account/statement.tsx'), 'money', 'account'),
  },
  {
    path: 'account/point',
    id: 'haveAPoint',
    lazy: lazyPage(() => import('../pages/account/point.tsx'), 'account'),
  },
  {
    path: 'account/business',
    id: 'business',
    lazy: lazyPage(() => import('../pages/account/business.tsx'), 'account'),
  },
];

const point = lazyPage(() => import('../pages/seller/point.tsx'), 'seller');
const dish = lazyPage(() => import('../pages/seller/dish.tsx'), 'seller');
const partner: RouteObject[] = [
  {
    path: 'account/affiliate',
    id: 'affiliateProgram',
    lazy: lazyPage(() => import('../pages/account/affiliate.tsx'), 'partner', 'account', 'auth'),
  },
  { path: 'sellers', id: 'sellers', lazy: lazyPage(() => import('../pages/partner/sellers.tsx'), 'partner') },
  { path: 'clients', id: 'clients', lazy: lazyPage(() => import('../pages/partner/clients.tsx'), 'partner') },
  {
    path: 'clients/:id',
    id: 'infoAboutClient',
    lazy: lazyPage(() => import('../pages/partner/client.tsx'), 'partner'),
  },
];

const seller: RouteObject[] = [
  { path: 'seller/point', id: 'creatingPoint', lazy: point },
  { path: 'seller/point/:id', id: 'editingPoint', lazy: point },
  { path: 'seller/dish', id: 'creatingDish', lazy: dish },
  { path: 'seller/dish/:id', id: 'editingDish', lazy: dish },
  {
    path: 'seller',
    id: 'seller',
    lazy: lazyPage(() => import('../pages/seller/today.tsx'), 'seller', 'week', 'money'),
  },
  {
    path: 'seller/week',
    id: 'week',
    lazy: lazyPage(() => import('../pages/seller/week.tsx'), 'week', 'seller'),
  },
  {
    path: 'seller/sale',
    id: 'sale',
    lazy: lazyPage(() => import('../pages/seller/sale.tsx'), 'sales', 'seller'),
  },
  {
    path: 'seller/orders',
    id: 'orders',
    lazy: lazyPage(() => import('../pages/seller/orders.tsx'), 'seller'),
  },
];

/** Every page by the path and name of the specification's route table. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: RouteError,
    HydrateFallback: Splash,
    children: [
      { Component: BareLayout, children: bare },
      { lazy: lazyPage(() => import('./policy-layout.tsx')), children: policy },
      {
        Component: AppLayout,
        children: [
          {
            path: 'offers/:id',
            id: 'infoAboutOffer',
            lazy: lazyPage(() => import('../pages/buyer/offer.tsx'), 'offer', 'offers', 'payment'),
          },
          { loader: requireSession, children: [...buyer, ...account, ...partner] },
          { loader: requireOwner, shouldRevalidate: onAnotherPage, children: seller },
        ],
      },
      { path: '*', id: 'notFound', lazy: lazyPage(() => import('../pages/public/not-found.tsx')) },
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes);
