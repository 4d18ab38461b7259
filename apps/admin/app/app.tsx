import './styles.css';
import { lazyWithErrorBoundary } from '@wopack/ui/feedback/lazy-with-error-boundary.tsx';
import { CoreAdminContext, memoryStore, useLogout } from 'ra-core';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { useTranslation } from 'react-i18next';
import { createBrowserRouter, Outlet, RouterProvider, useLocation, useNavigate } from 'react-router';
import { onSessionEnd, takeEnrolmentKey } from './lib/api.ts';
import { applyTheme, getStoredTheme, i18nReady } from './lib/preferences.ts';
import {
  authProvider,
  dataProvider,
  i18nProvider,
  queryClient,
  SIGN_IN_PATH,
} from './lib/providers-and-queries.ts';
import Layout from './shell/layout.tsx';
import SignIn from './sign-in/sign-in.tsx';
import { NoPage, PageHead } from './ui/panels.tsx';

const Dashboard = lazyWithErrorBoundary<object>(() => import('./support/dashboard.tsx'));
const Orders = lazyWithErrorBoundary<object>(() => import('./support/orders.tsx'));
const Order = lazyWithErrorBoundary<object>(() => import('./support/order.tsx'));
const Problems = lazyWithErrorBoundary<object>(() => import('./support/problems.tsx'));
const Users = lazyWithErrorBoundary<object>(() => import('./people/users.tsx'));
const User = lazyWithErrorBoundary<object>(() => import('./people/user.tsx'));
const Sellers = lazyWithErrorBoundary<object>(() => import('./people/sellers.tsx'));
const Seller = lazyWithErrorBoundary<object>(async () => ({
  default: (await import('./people/sellers.tsx')).Seller,
}));
const loadProducts = () => import('./catalogue/products.tsx');
const Products = lazyWithErrorBoundary<object>(async () => ({ default: (await loadProducts()).Products }));
const Product = lazyWithErrorBoundary<object>(async () => ({ default: (await loadProducts()).Product }));
const loadSalePlaces = () => import('./catalogue/sale-places.tsx');
const SalePlaces = lazyWithErrorBoundary<object>(async () => ({
  default: (await loadSalePlaces()).SalePlaces,
}));
const SalePlace = lazyWithErrorBoundary<object>(async () => ({
  default: (await loadSalePlaces()).SalePlace,
}));
const loadPlaceClaims = () => import('./catalogue/place-claims.tsx');
const LookAlikes = lazyWithErrorBoundary<object>(async () => ({
  default: (await loadPlaceClaims()).LookAlikes,
}));
const LookAlike = lazyWithErrorBoundary<object>(async () => ({
  default: (await loadPlaceClaims()).LookAlike,
}));
const PlaceClaims = lazyWithErrorBoundary<object>(async () => ({
  default: (await loadPlaceClaims()).PlaceClaims,
}));
const PlaceClaim = lazyWithErrorBoundary<object>(async () => ({
  default: (await loadPlaceClaims()).PlaceClaim,
}));
const loadReviewsAndContentReports = () => import('./support/reviews-and-content-reports.tsx');
const Reviews = lazyWithErrorBoundary<object>(async () => ({
  default: (await loadReviewsAndContentReports()).Reviews,
}));
const ContentReports = lazyWithErrorBoundary<object>(async () => ({
  default: (await loadReviewsAndContentReports()).ContentReports,
}));
const ContentReport = lazyWithErrorBoundary<object>(async () => ({
  default: (await loadReviewsAndContentReports()).ContentReport,
}));
const Objections = lazyWithErrorBoundary<object>(() => import('./support/objections.tsx'));
const PriceTiers = lazyWithErrorBoundary<object>(() => import('./catalogue/price-tiers.tsx'));
const ProductTypes = lazyWithErrorBoundary<object>(() => import('./catalogue/types.tsx'));
const loadPartners = () => import('./partner-programme/partners.tsx');
const Partners = lazyWithErrorBoundary<object>(loadPartners);
const Partner = lazyWithErrorBoundary<object>(async () => ({ default: (await loadPartners()).Partner }));
const loadReferrals = () => import('./partner-programme/referrals.tsx');
const Referrals = lazyWithErrorBoundary<object>(async () => ({ default: (await loadReferrals()).Referrals }));
const Shares = lazyWithErrorBoundary<object>(async () => ({ default: (await loadReferrals()).Shares }));
const Credits = lazyWithErrorBoundary<object>(async () => ({ default: (await loadReferrals()).Credits }));
const Tax = lazyWithErrorBoundary<object>(() => import('./money/tax.tsx'));
const Operators = lazyWithErrorBoundary<object>(() => import('./system/operators.tsx'));
const Audit = lazyWithErrorBoundary<object>(() => import('./system/audit.tsx'));
const loadLedger = () => import('./money/ledger.tsx');
const Ledger = lazyWithErrorBoundary<object>(async () => ({ default: (await loadLedger()).Ledger }));
const Reconciliations = lazyWithErrorBoundary<object>(async () => ({
  default: (await loadLedger()).Reconciliations,
}));
const Statements = lazyWithErrorBoundary<object>(async () => ({ default: (await loadLedger()).Statements }));
const Refunds = lazyWithErrorBoundary<object>(() => import('./money/refunds.tsx'));
const Disputes = lazyWithErrorBoundary<object>(() => import('./money/disputes.tsx'));
const loadPayoutRuns = () => import('./money/payout-runs.tsx');
const PayoutRuns = lazyWithErrorBoundary<object>(loadPayoutRuns);
const PayoutRun = lazyWithErrorBoundary<object>(async () => ({
  default: (await loadPayoutRuns()).PayoutRun,
}));
const loadFailures = () => import('./system/failures.tsx');
const FailedJobs = lazyWithErrorBoundary<object>(async () => ({
  default: (await loadFailures()).FailedJobs,
}));
const FailedMails = lazyWithErrorBoundary<object>(async () => ({
  default: (await loadFailures()).FailedMails,
}));
const Search = lazyWithErrorBoundary<object>(() => import('./shell/search.tsx'));

/** ra-core's context; filters live in the address, so its store needs no storage. */
const store = memoryStore();

function Root() {
  return (
    <CoreAdminContext
      authProvider={authProvider}
      dataProvider={dataProvider}
      i18nProvider={i18nProvider}
      queryClient={queryClient}
      store={store}
    >
      <SessionWatch />
      <Outlet />
    </CoreAdminContext>
  );
}

/** A session that the server has ended leads to the sign-in, and back afterwards. */
function SessionWatch() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(
    () =>
      onSessionEnd(() => {
        queryClient.clear();
        void navigate(`${SIGN_IN_PATH}?next=${encodeURIComponent(pathname + search)}`, { replace: true });
      }),
    [navigate, pathname, search],
  );
  return null;
}

function NoAccess() {
  const { t } = useTranslation('admin');
  const logOut = useLogout();
  return (
    <div className="grid justify-items-start gap-3">
      <PageHead title={t('noAccess.title')} subtitle={t('noAccess.text')} />
      <button type="button" className="link min-h-11 text-sm" onClick={() => void logOut()}>
        {t('leave')}
      </button>
    </div>
  );
}

// Before anything else reads the address.
takeEnrolmentKey();

const router = createBrowserRouter(
  [
    {
      element: <Root />,
      children: [
        { path: SIGN_IN_PATH, element: <SignIn /> },
        {
          element: <Layout />,
          children: [
            { index: true, element: <Dashboard /> },
            { path: 'orders', element: <Orders /> },
            { path: 'orders/:id', element: <Order /> },
            { path: 'problems', element: <Problems /> },
            { path: 'problems/:id', element: <Problems /> },
            { path: 'users', element: <Users /> },
            { path: 'users/:id', element: <User /> },
            { path: 'sellers', element: <Sellers /> },
            { path: 'sellers/:id', element: <Seller /> },
            { path: 'products', element: <Products /> },
            { path: 'products/:id', element: <Product /> },
            { path: 'sale_places', element: <SalePlaces /> },
            { path: 'sale_places/:id', element: <SalePlace /> },
            { path: 'look_alikes', element: <LookAlikes /> },
            { path: 'look_alikes/:id', element: <LookAlike /> },
            { path: 'place_claims', element: <PlaceClaims /> },
            { path: 'place_claims/:id', element: <PlaceClaim /> },
            { path: 'price_tiers', element: <PriceTiers /> },
            { path: 'product_types', element: <ProductTypes /> },
            { path: 'partners', element: <Partners /> },
            { path: 'partners/:id', element: <Partner /> },
            { path: 'referrals', element: <Referrals /> },
            { path: 'shares', element: <Shares /> },
            { path: 'credits', element: <Credits /> },
            { path: 'tax', element: <Tax /> },
            { path: 'reviews', element: <Reviews /> },
            { path: 'content_reports', element: <ContentReports /> },
            { path: 'content_reports/:id', element: <ContentReport /> },
            { path: 'objections', element: <Objections /> },
            { path: 'operators', element: <Operators /> },
            { path: 'audit', element: <Audit /> },
            { path: 'ledger', element: <Ledger /> },
            { path: 'reconciliations', element: <Reconciliations /> },
            { path: 'statements', element: <Statements /> },
            { path: 'payout_runs', element: <PayoutRuns /> },
            { path: 'payout_runs/:id', element: <PayoutRun /> },
            { path: 'refunds', element: <Refunds /> },
            { path: 'disputes', element: <Disputes /> },
            { path: 'jobs', element: <FailedJobs /> },
            { path: 'mails', element: <FailedMails /> },
            { path: 'search', element: <Search /> },
            { path: 'access-denied', element: <NoAccess /> },
            { path: '*', element: <NoPage /> },
          ],
        },
      ],
    },
  ],
  { basename: '/admin' },
);

applyTheme(getStoredTheme());

addEventListener('vite:preloadError', (event) => {
  // A new version was installed meanwhile. Reloading once is enough, and never loops.
  if (sessionStorage.getItem('adminReloaded')) return;
  sessionStorage.setItem('adminReloaded', '1');
  event.preventDefault();
  location.reload();
});

await i18nReady;
createRoot(document.getElementById('root')!).render(<RouterProvider router={router} />);
