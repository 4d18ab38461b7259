import { render, screen, waitFor } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, test, vi } from 'vitest';
import { mockCalls } from '../test/fake-api.tsx';
import { renderInLanguage } from '../test/render.tsx';
import { requireSeller, requireSessionToPay, shouldRevalidateOnPathChange } from './guards.ts';
import { queryClient } from './lib/api/query-client.ts';
import { i18n, i18nReady } from './lib/i18n/i18n.ts';
import { removeStored, writeStored } from './lib/storage/storage.ts';
import { prepareRoutes } from './router.ts';
import { RouteError } from './routes/layout/route-error.tsx';
import { loader as requirePartner } from './routes/partner/partner-guard.ts';
import { Component as DecisionPage } from './routes/public/decision.tsx';
import { routes } from './routes.ts';

const call = mockCalls();

describe('loading of pages', () => {
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
    i18n.removeResourceBundle('en', 'landing');
    const lazy = async () => ({ Component: () => i18n.t('landing:now.title') });
    const router = createMemoryRouter(
      prepareRoutes([
        {
          path: '/',
          handle: { texts: ['landing'] },
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
    expect(screen.queryByText('now.title')).toBeNull();
  });
});

describe('guards', () => {
  const sellerReply = { data: { business: { id: 1, role: 'owner' } } };

  test('the next step of a page needs no request, another page loads the user', async () => {
    writeStored('token', 'token');
    call.mockResolvedValue(sellerReply);
    const loader = requireSeller;
    const router = createMemoryRouter(
      ['/wizard', '/day'].map((path) => ({ path, loader, shouldRevalidate: shouldRevalidateOnPathChange })),
      { initialEntries: ['/wizard'] },
    );
    await waitFor(() => expect(router.state.initialized).toBe(true));
    // The cached user is stale, and the network slow.
    queryClient.clear();
    call.mockReturnValue(new Promise(() => {}));
    void router.navigate('/wizard?step=1');
    await waitFor(() => expect(router.state.location.search).toBe('?step=1'));
    void router.navigate('/day');
    await waitFor(() => expect(router.state.navigation.state).toBe('loading'));
    await waitFor(() => expect(call).toHaveBeenCalledTimes(2));
  });

  test.each([
    ['a buyer', 'token', { business: null }, '/account/point'],
    ['a seller', 'token', { business: { id: 1, role: 'owner' } }, '/seller/orders'],
    ['nobody', null, {}, '/auth?next=%2Fseller%2Forders'],
  ])('%s who opens a page of sellers', async (_, token, me, expectedPath) => {
    if (token) writeStored('token', token);
    queryClient.clear();
    call.mockResolvedValue({ data: me });
    const router = createMemoryRouter(
      [{ path: '/seller/orders', loader: requireSeller }, { path: '/account/point' }, { path: '/auth' }],
      { initialEntries: ['/seller/orders'] },
    );
    await waitFor(() => expect(router.state.initialized).toBe(true));
    const { pathname, search } = router.state.location;
    expect(pathname + search).toBe(expectedPath);
  });

  test.each([
    ['a partner', { is_partner: true }, 0, '/clients'],
    ['who brought people before leaving the programme', { is_partner: false }, 2, '/clients'],
    ['a plain buyer', { is_partner: false }, 0, '/account/affiliate'],
  ])('%s who opens the list of referred buyers', async (_, me, clients, expectedPath) => {
    writeStored('token', 'token');
    queryClient.clear();
    call.mockImplementation(async (name: string) => ({
      data: name === 'getMe' ? me : { clients, sellers: 0 },
    }));
    const router = createMemoryRouter(
      [{ path: '/clients', loader: requirePartner }, { path: '/account/affiliate' }],
      { initialEntries: ['/clients'] },
    );
    await waitFor(() => expect(router.state.initialized).toBe(true));
    expect(router.state.location.pathname).toBe(expectedPath);
  });

  test.each([
    [
      'a signed-out user with the link of a notice',
      null,
      '/offers/7?pay=9',
      '/auth?next=%2Foffers%2F7%3Fpay%3D9',
    ],
    ['a guest without it', null, '/offers/7', '/offers/7'],
    ['a signed-in user with it', 'token', '/offers/7?pay=9', '/offers/7?pay=9'],
  ])('%s who opens an offer', async (_, token, path, expectedPath) => {
    if (token) writeStored('token', token);
    else removeStored('token');
    const router = createMemoryRouter(
      [{ path: '/offers/:id', loader: requireSessionToPay }, { path: '/auth' }],
      { initialEntries: [path] },
    );
    await waitFor(() => expect(router.state.initialized).toBe(true));
    const { pathname, search } = router.state.location;
    expect(pathname + search).toBe(expectedPath);
  });
});

describe('links with a key', () => {
  const KEY = '0000beef-feedfacefeedfacefeedface';

  test.each([
    ['/decisions', `#${KEY}`],
    ['/unsubscribe/sold', `#${KEY}`],
    ['/unsubscribe/sold', `/${KEY}`],
  ])('%s%s leads to the page, and the key stays out of what a browser sends', async (pathname, rest) => {
    call.mockReturnValue(new Promise(() => {}));
    const router = createMemoryRouter(prepareRoutes(routes), { initialEntries: [pathname + rest] });
    await waitFor(() => expect(router.state.initialized).toBe(true));
    expect(router.state.location).toMatchObject({ pathname, search: '', hash: `#${KEY}` });
    expect(router.state.historyAction).not.toBe('PUSH');
    expect(router.state.matches.at(-1)!.route.id).not.toBe('notFound');
  });

  test('the page of a decision sends it in the body', async () => {
    call.mockReturnValue(new Promise(() => {}));
    renderInLanguage('en', <DecisionPage />, `/decisions#${KEY}`);
    await waitFor(() => expect(call).toHaveBeenCalledWith('getDecision', { body: { key: KEY } }));
  });
});
