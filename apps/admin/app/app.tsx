import { TextButton } from '@wopack/ui/button.tsx';
import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazyWithErrorBoundary } from '@wopack/ui/feedback/lazy-with-error-boundary.tsx';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v8';
import { type ComponentType, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { useTranslation } from 'react-i18next';
import { createBrowserRouter, Outlet, type RouteObject, useLocation, useNavigate } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { onSessionEnd, takeEnrolmentKey } from './lib/api.ts';
import { applyTheme, getStoredTheme, i18nReady } from './lib/preferences.ts';
import { queryClient } from './lib/queries.ts';
import { getSignInPath, useLogOut } from './lib/use-console.ts';
import Layout from './shell/layout.tsx';
import SignIn from './sign-in/sign-in.tsx';
import { NoPage, PageHead } from './ui/panels.tsx';

type Page = ComponentType<object>;

/** A route to a page of its own chunk; `name` is its export. */
function page<N extends string = 'default'>(
  path: string,
  load: () => Promise<Record<NoInfer<N>, Page>>,
  name = 'default' as N,
): RouteObject {
  const Page = lazyWithErrorBoundary<object>(async () => ({ default: (await load())[name] }));
  return { path, element: <Page /> };
}

const Root = () => (
  <QueryClientProvider client={queryClient}>
    <NuqsAdapter>
      <SessionWatch />
      <Outlet />
    </NuqsAdapter>
  </QueryClientProvider>
);

/** A session that the server has ended leads to the sign-in, and back afterwards. */
function SessionWatch() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(
    () =>
      onSessionEnd(() => {
        queryClient.clear();
        void navigate(getSignInPath(pathname + search), { replace: true });
      }),
    [navigate, pathname, search],
  );
  return null;
}

function NoAccess() {
  const { t } = useTranslation('admin');
  const logOut = useLogOut();
  return (
    <div className="grid justify-items-start gap-3">
      <PageHead title={t('noAccess.title')} subtitle={t('noAccess.text')} />
      <TextButton className="text-sm" onClick={() => void logOut()}>
        {t('leave')}
      </TextButton>
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
        { path: 'sign-in', element: <SignIn /> },
        {
          element: <Layout />,
          children: [
            page('', () => import('./support/dashboard.tsx')),
            page('launch', () => import('./launch/launch.tsx')),
            page('legal_texts', () => import('./launch/legal-texts.tsx')),
            page('processing_record', () => import('./launch/processing-record.tsx')),
            page('orders', () => import('./support/orders.tsx')),
            page('orders/:id', () => import('./support/order.tsx')),
            page('problems/:id?', () => import('./support/problems.tsx')),
            page('users', () => import('./people/users.tsx')),
            page('users/:id', () => import('./people/user.tsx')),
            page('sellers', () => import('./people/sellers.tsx'), 'Sellers'),
            page('sellers/:id', () => import('./people/sellers.tsx'), 'Seller'),
            page('products', () => import('./catalogue/products.tsx'), 'Products'),
            page('products/:id', () => import('./catalogue/products.tsx'), 'Product'),
            page('sale_places', () => import('./catalogue/sale-places.tsx'), 'SalePlaces'),
            page('sale_places/:id', () => import('./catalogue/sale-places.tsx'), 'SalePlace'),
            page('look_alikes', () => import('./catalogue/place-claims.tsx'), 'LookAlikes'),
            page('look_alikes/:id', () => import('./catalogue/place-claims.tsx'), 'LookAlike'),
            page('place_claims', () => import('./catalogue/place-claims.tsx'), 'PlaceClaims'),
            page('place_claims/:id', () => import('./catalogue/place-claims.tsx'), 'PlaceClaim'),
            page('value_proposals', () => import('./catalogue/value-proposals.tsx'), 'ValueProposals'),
            page('price_tiers', () => import('./catalogue/price-tiers.tsx')),
            page('product_types', () => import('./catalogue/types.tsx')),
            page('partners', () => import('./partner-programme/partners.tsx'), 'Partners'),
            page('partners/:id', () => import('./partner-programme/partners.tsx'), 'Partner'),
            page('referrals', () => import('./partner-programme/referrals.tsx'), 'Referrals'),
            page('shares', () => import('./partner-programme/referrals.tsx'), 'Shares'),
            page('credits', () => import('./partner-programme/referrals.tsx'), 'Credits'),
            page('tax', () => import('./money/tax.tsx')),
            page('reviews', () => import('./support/reviews-and-content-reports.tsx'), 'Reviews'),
            page(
              'content_reports',
              () => import('./support/reviews-and-content-reports.tsx'),
              'ContentReports',
            ),
            page(
              'content_reports/:id',
              () => import('./support/reviews-and-content-reports.tsx'),
              'ContentReport',
            ),
            page('objections', () => import('./support/objections.tsx')),
            page('operators', () => import('./system/operators.tsx')),
            page('audit', () => import('./system/audit.tsx')),
            page('ledger', () => import('./money/ledger.tsx'), 'Ledger'),
            page('reconciliations', () => import('./money/ledger.tsx'), 'Reconciliations'),
            page('statements', () => import('./money/ledger.tsx'), 'Statements'),
            page('payout_runs', () => import('./money/payout-runs.tsx'), 'PayoutRuns'),
            page('payout_runs/:id', () => import('./money/payout-runs.tsx'), 'PayoutRun'),
            page('transfers', () => import('./money/transfers.tsx'), 'Transfers'),
            page('transfers/:id', () => import('./money/transfers.tsx'), 'Transfer'),
            page('provider_payouts', () => import('./money/transfers.tsx'), 'ProviderPayouts'),
            page(
              'commission_invoices',
              () => import('./money/commission-invoices.tsx'),
              'CommissionInvoices',
            ),
            page(
              'commission_invoices/:id',
              () => import('./money/commission-invoices.tsx'),
              'CommissionInvoice',
            ),
            page('refunds', () => import('./money/refunds.tsx')),
            page('disputes', () => import('./money/disputes.tsx')),
            page('codes', () => import('./money/codes.tsx')),
            page('grants', () => import('./money/grants.tsx')),
            page('jobs', () => import('./system/failures.tsx'), 'FailedJobs'),
            page('mails', () => import('./system/failures.tsx'), 'FailedMails'),
            page('search', () => import('./shell/search.tsx')),
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
