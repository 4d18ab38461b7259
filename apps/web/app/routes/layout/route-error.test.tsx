import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, Link, Outlet, type RouteObject, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { i18n, i18nReady } from '../../lib/i18n/i18n.ts';
import { checkConnection } from '../../lib/offline/connection.ts';
import { routes } from '../../routes.ts';
import { PageError, RouteError } from './route-error.tsx';

const reload = vi.fn();
let isConnected = true;

beforeEach(async () => {
  await i18nReady;
  sessionStorage.clear();
  isConnected = true;
  reload.mockClear();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('fetch', async () => {
    if (!isConnected) throw new TypeError('Failed to fetch');
    return new Response();
  });
  // jsdom does not let `location.reload` be replaced.
  vi.stubGlobal('location', { ...location, reload });
});
afterEach(async () => {
  vi.restoreAllMocks();
  isConnected = true;
  await checkConnection();
  vi.unstubAllGlobals();
});

/** The event Vite fires before the import of a chunk fails. */
function createChunkError(name: string): Error {
  const error = new TypeError(`Failed to fetch dynamically imported module: /assets/${name}.js`);
  dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }));
  return error;
}

function renderRoutes(error: () => Error, extraRoutes: RouteObject[] = []) {
  const Layout = () => (
    <>
      <nav>menu</nav>
      <Link to="/fine">to another page</Link>
      <Outlet />
    </>
  );
  const router = createMemoryRouter([
    {
      ErrorBoundary: RouteError,
      HydrateFallback: () => null,
      children: [
        {
          Component: Layout,
          children: [
            {
              ErrorBoundary: PageError,
              children: [
                { index: true, lazy: () => Promise.reject(error()) },
                { path: 'fine', element: <p>fine</p> },
                ...extraRoutes,
              ],
            },
          ],
        },
      ],
    },
  ]);
  return render(
    <I18nextProvider i18n={i18n}>
      <RouterProvider router={router} />
    </I18nextProvider>,
  );
}

const findTitle = () => screen.findByRole('heading', { level: 1, name: i18n.t('errors:crashTitle') });

test('a page that fails leaves the layout and its links', async () => {
  renderRoutes(() => new Error('broken'));
  await findTitle();
  expect(screen.getByText('menu')).toBeVisible();
  expect(screen.getByRole('button', { name: i18n.t('errors:reload') })).toBeVisible();
  expect(reload).not.toHaveBeenCalled();
  await userEvent.click(screen.getByText('to another page'));
  expect(await screen.findByText('fine')).toBeVisible();
  expect(screen.queryByText('500')).toBeNull();
});

test('missing code reloads the page once, then shows an error', async () => {
  const { unmount } = renderRoutes(() => createChunkError('offers-1'));
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  expect(screen.queryByText('500')).toBeNull();
  unmount();
  // After the reload the chunk is still missing.
  renderRoutes(() => createChunkError('offers-1'));
  await findTitle();
  expect(screen.getByText('500')).toBeInTheDocument();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('the code of another page causes its own reload', async () => {
  const { unmount } = renderRoutes(() => createChunkError('offers-1'));
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  unmount();
  renderRoutes(() => createChunkError('account-2'));
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(2));
});

test('without storage the page is not reloaded, which might loop', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  renderRoutes(() => createChunkError('offers-1'));
  await findTitle();
  expect(reload).not.toHaveBeenCalled();
});

test('a storage that loses values counts as unavailable', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {});
  renderRoutes(() => createChunkError('offers-1'));
  await findTitle();
  expect(reload).not.toHaveBeenCalled();
});

test('offline the page is not reloaded', async () => {
  isConnected = false;
  renderRoutes(() => createChunkError('offers-1'));
  expect(await screen.findByText(i18n.t('errors:offlineTitle'))).toBeVisible();
  expect(reload).not.toHaveBeenCalled();
});

test('every page of a layout is in an error boundary inside it, and none on a lazy route', () => {
  const [root] = routes;
  const listUnboundedRoutes = (children: RouteObject[] = []): unknown[] =>
    children.flatMap((route) => {
      if (route.ErrorBoundary) expect(route.lazy).toBeUndefined();
      if (route.ErrorBoundary) return [];
      return route.children ? listUnboundedRoutes(route.children) : [route.id];
    });
  expect(listUnboundedRoutes(root!.children)).toEqual(['notFound']);
});
