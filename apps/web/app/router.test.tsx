import { render, screen, waitFor } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { i18n, i18nReady } from './lib/i18n/i18n.ts';
import { prepareRoutes } from './router.ts';
import { RouteError } from './routes/layout/route-error.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page whose code loads by `load`, in an online browser. */
async function renderPage(load: () => Promise<never>) {
  await i18nReady;
  vi.stubGlobal('fetch', async () => new Response());
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.useFakeTimers();
  const router = createMemoryRouter(
    prepareRoutes([
      { path: '/', lazy: load, ErrorBoundary: RouteError, HydrateFallback: () => <p>waiting</p> },
    ]),
  );
  render(
    <I18nextProvider i18n={i18n}>
      <RouterProvider router={router} />
    </I18nextProvider>,
  );
  await vi.advanceTimersByTimeAsync(119_000);
}

/** Queried as a whole: the page is rendered anew when its texts arrive. */
const expectErrorPage = () =>
  waitFor(() => {
    expect(screen.getByRole('button', { name: i18n.t('errors:reload') })).toBeVisible();
    expect(screen.getByText('500')).toBeVisible();
  });

test('code that takes over 120 seconds: the 500 page, with a reload button', async () => {
  await renderPage(() => new Promise(() => {}));
  expect(screen.getByText('waiting')).toBeVisible();
  await vi.advanceTimersByTimeAsync(2000);
  vi.useRealTimers();
  await expectErrorPage();
});

test('code that does not load: the 500 page', async () => {
  await renderPage(() => Promise.reject(new Error('404')));
  vi.useRealTimers();
  await expectErrorPage();
});

test('texts that do not load: the error page, never the keys of the texts', async () => {
  await i18nReady;
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  vi.spyOn(i18n, 'loadNamespaces').mockResolvedValue(undefined);
  const lazy = async () => ({ Component: () => i18n.t('landing:slogan' as never) });
  const router = createMemoryRouter(
    prepareRoutes([
      {
        path: '/',
        handle: { namespaces: ['landing-of-nowhere'] },
        lazy,
        ErrorBoundary: RouteError,
        HydrateFallback: () => null,
      },
    ]),
  );
  render(
    <I18nextProvider i18n={i18n}>
      <RouterProvider router={router} />
    </I18nextProvider>,
  );
  // Rendered anew when its texts arrive.
  await waitFor(() => expect(screen.getByRole('button', { name: i18n.t('errors:reload') })).toBeVisible());
  expect(screen.queryByText('slogan')).toBeNull();
});
