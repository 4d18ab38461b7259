import { useQuery } from '@tanstack/react-query';
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { MemberRole } from '@wopack/contract/vocabulary';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeApi } from '../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../test/render.tsx';
import { createSessionClient } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { useLayoutOptions } from '../../lib/layout-options.tsx';
import { checkConnection } from '../../lib/offline/connection.ts';
import { CACHED_RESPONSE_HEADER } from '../../lib/offline/offline-cache.ts';
import { paths, policies } from '../../lib/paths.ts';
import { Component as AppLayout } from './app-layout.tsx';
import { buildMenu, getActiveNavKey, getActiveTab, getNavPath, listTabs } from './navigation.ts';
import { PolicyBar } from './policy-layout.tsx';
import { OfflineBanner } from './status-bars.tsx';
import { Footer } from './wide/footer.tsx';

describe('layout', () => {
  const buyer = { is_owner: false, is_partner: false, business: null };
  const seller = { is_owner: true, is_partner: false, business: { id: 1, role: 'owner' } } as const;
  const partner = { is_owner: false, is_partner: true, business: null };
  const employed = (role: MemberRole) => ({ ...buyer, business: { id: 7, role } });

  test('tabs by role', () => {
    expect(listTabs(buyer)).toEqual(['offers', 'favourites', 'history', 'account']);
    expect(listTabs(seller)).toEqual(['offers', 'favourites', 'seller', 'account']);
    expect(listTabs(partner)).toEqual(['offers', 'favourites', 'partner', 'account']);
    expect(listTabs({ ...seller, is_partner: true })).toEqual(['offers', 'favourites', 'seller', 'account']);
  });

  test('whoever works for others has the seller section, and history', () => {
    const tabs = ['offers', 'favourites', 'history', 'seller', 'account'];
    expect(listTabs(employed('counter'))).toEqual(tabs);
    expect(listTabs({ ...employed('manager'), is_partner: true })).toEqual(tabs);
    expect(getNavPath('seller', employed('counter'))).toBe('/seller');
    expect(getNavPath('seller', employed('accountant'))).toBe('/seller/sale');
  });

  test('the seller group has the pages that the role allows', () => {
    expect(buildMenu(employed('manager')).seller).toEqual(['seller', 'week', 'sales', 'orders', 'business']);
    expect(getNavPath('business', employed('manager'))).toBe('/seller/activity');
    expect(getNavPath('business', seller)).toBe('/seller/members');
    expect(buildMenu(employed('counter')).seller).toEqual(['seller']);
    expect(buildMenu(employed('accountant')).seller).toEqual(['sales', 'business']);
    expect(getNavPath('business', employed('accountant'))).toBe('/seller/statements');
  });

  test('a guest’s tabs lead to offers, favourites and sign-in, which leads back', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
    renderInLanguage('en', <AppLayout />, '/offers?order=price');
    const tabs = within(screen.getByRole('navigation', { name: 'Main menu' })).getAllByRole('link');
    expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('href')])).toEqual([
      ['Offers', '/offers'],
      ['Favourites', '/favorite'],
      ['Sign in', '/auth?next=%2Foffers%3Forder%3Dprice'],
    ]);
    expect(tabs[0]).toHaveAttribute('aria-current', 'page');
    expect(screen.queryByRole('banner')).toBeNull();
  });

  test('a guest changes the language in the bar of an offer', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
    const HideTabBar = () => {
      useLayoutOptions({ hideTabBar: true });
      return null;
    };
    renderInLanguage(
      'en',
      <Routes>
        <Route element={<AppLayout />}>
          <Route path="/offers/:id" element={<HideTabBar />} />
        </Route>
      </Routes>,
      '/offers/7',
    );
    const bar = within(screen.getByRole('banner'));
    const options = within(bar.getByRole('combobox', { name: 'Language' })).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['Português', 'English', 'Русский']);
    expect(bar.getByRole('link', { name: 'Sign in' })).toBeVisible();
  });

  test('the side menu always has history and transactions; the seller group only for sellers', () => {
    for (const role of [buyer, seller, partner])
      expect(buildMenu(role).general.slice(-3)).toEqual(['history', 'account', 'transactions']);
    expect(buildMenu(seller).seller).toEqual(['seller', 'week', 'sales', 'orders', 'business']);
    expect(buildMenu(buyer).seller).toEqual([]);
    expect(buildMenu(partner).partner).toEqual(['partner', 'referredSellers', 'referredBuyers']);
    expect(buildMenu(seller).partner).toEqual([]);
  });

  test.each([
    ['/main', 'home'],
    ['/offers', 'offers'],
    ['/offers/7', 'offers'],
    ['/sale-places/7', 'offers'],
    ['/offers/history', 'history'],
    ['/orders/7', 'history'],
    ['/orders/7/success', 'history'],
    ['/favorite', 'favourites'],
    ['/account/basic-info', 'account'],
    ['/account/affiliate', 'partner'],
    ['/sellers', 'referredSellers'],
    ['/sellers/7', 'referredSellers'],
    ['/clients/7', 'referredBuyers'],
    ['/transactions', 'transactions'],
    ['/statements/7', 'transactions'],
    ['/seller', 'seller'],
    ['/seller/week', 'week'],
    ['/seller/sale', 'sales'],
    ['/seller/orders', 'orders'],
    ['/', null],
  ])('%s activates %s', (pathname, expected) => {
    expect(getActiveNavKey(pathname)).toBe(expected);
  });

  test('a page without a tab activates the tab it is reached from', () => {
    expect(getActiveTab('/seller/orders', listTabs(seller))).toBe('seller');
    expect(getActiveTab('/seller/sale', listTabs(seller))).toBe('seller');
    expect(getActiveTab('/seller/week', listTabs(seller))).toBe('seller');
    expect(getActiveTab('/offers/history', listTabs(seller))).toBe('account');
    expect(getActiveTab('/transactions', listTabs(buyer))).toBe('account');
    expect(getActiveTab('/offers/history', listTabs(buyer))).toBe('history');
    for (const path of ['/account/affiliate', '/sellers', '/clients/7']) {
      expect(getActiveTab(path, listTabs(partner))).toBe('partner');
      expect(getActiveTab(path, listTabs({ ...seller, is_partner: true }))).toBe('account');
    }
  });

  test.each(policies)('the bar links to the five policies and marks %s', (policy) => {
    renderInLanguage('en', <PolicyBar />, paths.policies[policy]);
    const links = screen.getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(Object.values(paths.policies));
    expect(links.filter((link) => link.getAttribute('aria-current') === 'page')).toEqual([
      links[policies.indexOf(policy)],
    ]);
  });

  test('the footer opens the policies in a new tab, with an accessible hint', () => {
    renderInLanguage('pt', <Footer />);
    for (const policy of policies) {
      const link = screen
        .getAllByRole('link', { name: /abre num separador novo/ })
        .find((candidate) => candidate.getAttribute('href') === paths.policies[policy]);
      expect(link).toHaveAttribute('target', '_blank');
      expect(link).toHaveAttribute('rel', 'noopener');
    }
  });

  const SECOND_MS = 1000;
  const healthMock = vi.fn(async () => new Response());

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', healthMock);
  });

  /** Counts the refetches of all queries. */
  async function renderOffline() {
    healthMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await checkConnection();
    const invalidateQueries = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();
    renderInLanguage('en', <OfflineBanner isSignedIn />);
    expect(screen.getByText('No internet.')).toBeVisible();
    return invalidateQueries;
  }

  const advanceSeconds = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * SECOND_MS));

  test('without responses, requests become less frequent', async () => {
    const invalidateQueries = await renderOffline();
    await advanceSeconds(16);
    expect(invalidateQueries).toHaveBeenCalledTimes(4);
    await advanceSeconds(60);
    expect(invalidateQueries).toHaveBeenCalledTimes(8);
  });

  test('a restored connection is tried at once, however long it was lost', async () => {
    const invalidateQueries = await renderOffline();
    await advanceSeconds(100);
    invalidateQueries.mockClear();
    act(() => void globalThis.dispatchEvent(new Event('online')));
    await advanceSeconds(1);
    expect(invalidateQueries).toHaveBeenCalledTimes(1);
  });

  test('promises tickets and lists only once the service worker has them', async () => {
    const kept = /Your tickets, your history and the last offers still open/;
    await renderOffline();
    expect(screen.queryByText(kept)).toBeNull();
    cleanup();
    vi.stubGlobal('navigator', { ...navigator, onLine: true, serviceWorker: { controller: {} } });
    await renderOffline();
    expect(screen.getByText(kept)).toBeVisible();
  });

  test('shows the age of cached data', async () => {
    const call = createSessionClient(async () =>
      Response.json(
        { data: 1 },
        { headers: { [CACHED_RESPONSE_HEADER]: '1', date: 'Fri, 20 Nov 2026 12:34:00 GMT' } },
      ),
    );
    const Page = () => {
      useQuery({ queryKey: ['me'], queryFn: ({ signal }) => call('getMe', { signal }) });
      return <OfflineBanner isSignedIn />;
    };
    renderInLanguage('en', <Page />);
    await advanceSeconds(0);
    expect(screen.getByRole('status')).toHaveTextContent(/Shown as of 20 Nov.*:34\./);
  });
});

describe('side menu', () => {
  /** A window of this width, with a signed-in user. */
  async function renderLayout(width: number) {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: width >= 16 * Number(/min-width: (\d+)rem/.exec(query)?.[1] ?? Number.POSITIVE_INFINITY),
      addEventListener() {},
      removeEventListener() {},
    }));
    localStorage.setItem('token', 'secret');
    fakeApi({});
    return renderInLanguage('en', <AppLayout />, '/offers');
  }

  const findMenu = () => screen.queryByRole('complementary');
  const findPinButton = () => screen.queryByRole('button', { name: 'Keep the menu open' });
  const isMenuCollapsed = () => findMenu()!.classList.contains('w-20');

  test.each([
    [1440, false],
    [1199, true],
    [600, true],
  ])('%i px: small: %s', async (width, expected) => {
    await renderLayout(width);
    expect(isMenuCollapsed()).toBe(expected);
  });

  test('collapsed on a wide screen and pinned on a narrower one, it stays so', async () => {
    const wideScreen = await renderLayout(1440);
    await userEvent.click(findPinButton()!);
    expect(isMenuCollapsed()).toBe(true);
    expect(findPinButton()).toHaveAttribute('aria-pressed', 'false');
    wideScreen.unmount();
    (await renderLayout(1440)).unmount();
    const narrowerScreen = await renderLayout(1000);
    await userEvent.click(findPinButton()!);
    expect(isMenuCollapsed()).toBe(false);
    narrowerScreen.unmount();
    await renderLayout(900);
    expect(isMenuCollapsed()).toBe(true);
    expect(findPinButton()).toBeNull();
  });

  test('stays hidden until shown again', async () => {
    await renderLayout(1440);
    const bar = within(screen.getByRole('banner'));
    await userEvent.click(bar.getByRole('button', { name: 'Menu', expanded: true }));
    expect(findMenu()).toBeNull();
    await userEvent.click(bar.getByRole('button', { name: 'Menu', expanded: false }));
    expect(findMenu()).not.toBeNull();
  });
});
