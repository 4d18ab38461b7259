import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@wopack/contract/client';
import type { MemberRole } from '@wopack/contract/vocabulary';
import { isolateWords } from '@wopack/domain';
import i18next from 'i18next';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { mockCalls } from '../../../test/fake-api.tsx';
import { me } from '../../../test/me.ts';
import { getTranslations } from '../../../test/render.tsx';
import { call as callApi } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { queryKeys } from '../../lib/data/shared-queries.ts';
import { writeStored } from '../../lib/storage/storage.ts';
import { BusinessSwitcher } from '../layout/business-switcher.tsx';
import { Component as SellerSection } from './seller-section.tsx';

const call = mockCalls();

const aurora = { id: 31, name: 'Padaria Aurora', role: 'counter', sale_places: null, is_current: true };
const forno = { ...aurora, id: 32, name: 'Forno da Bica', is_current: false };

let business: { id: number; role: MemberRole } | null;
let businesses: object[];
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  queryClient.clear();
  writeStored('token', 'token');
  business = { id: 31, role: 'counter' };
  businesses = [aurora];
  queryClient.setQueryData(['me'], { ...me, business });
  call.mockImplementation(async (name) => {
    if (name === 'getMe') return { data: { ...me, business } };
    if (name === 'listMyBusinesses') return { data: businesses };
    if (name === 'handOut') throw new ApiError(403, { code: 3, message: 'You may not do that.' });
    if (name === 'chooseBusiness') {
      business = { id: 32, role: 'counter' };
      return { success: true, code: 0 };
    }
    return { data: [] };
  });
});

const HandOut = () => (
  <>
    <BusinessSwitcher />
    <input aria-label="Note" />
    <p data-testid="search">{useLocation().search}</p>
    <button
      type="button"
      onClick={() => void callApi('handOut', { params: { id: 7 }, body: { pin: '4827' } }).catch(() => {})}
    >
      Hand out
    </button>
  </>
);

function renderSection(path: string) {
  const i18n = i18next.createInstance();
  void i18n.use(initReactI18next).init({
    lng: 'en',
    defaultNS: 'common',
    resources: { en: getTranslations('en') as Record<string, Record<string, string>> },
    interpolation: { escape: isolateWords },
    initAsync: false,
  });
  const router = createMemoryRouter(
    [
      {
        Component: SellerSection,
        children: [
          { path: '/seller', handle: { right: 'hand_out' }, Component: HandOut },
          { path: '/seller/members', handle: { right: 'members.manage' }, element: <p>the team</p> },
        ],
      },
      { path: '/offers', element: <p>offers</p> },
    ],
    { initialEntries: [path] },
  );
  return render(
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nextProvider>,
  );
}

test('the pages of a suspended business say so', async () => {
  const { unmount } = renderSection('/seller');
  await waitFor(() => expect(call).toHaveBeenCalledWith('listMyBusinesses'));
  expect(screen.queryByText(/has suspended this business/)).toBeNull();
  unmount();
  queryClient.removeQueries({ queryKey: ['businesses'] });
  businesses = [{ ...aurora, is_suspended: true }];
  renderSection('/seller');
  expect(await screen.findByText(/has suspended this business: nothing of it is on sale/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Hand out' })).toBeVisible();
});

test('the pages of a business that ends say until when it sells', async () => {
  businesses = [{ ...aurora, ends_at: '2026-12-20T12:00:00.000Z' }];
  renderSection('/seller');
  expect(await screen.findByText(/it sells until 20 December, after that nothing/)).toBeVisible();
});

test('a page that the role does not allow says who sees it', async () => {
  renderSection('/seller/members');
  expect(await screen.findByText(/Your role is counter. Who sees it: owner\./)).toBeVisible();
  expect(screen.queryByText('the team')).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'Go to my pages' }));
  expect(await screen.findByRole('button', { name: 'Hand out' })).toBeVisible();
});

test('ended meanwhile: after the refused press the page says why, and leads back', async () => {
  renderSection('/seller');
  business = null;
  businesses = [];
  await userEvent.click(screen.getByRole('button', { name: 'Hand out' }));
  expect(await screen.findByText('You’re no longer in this team')).toBeVisible();
  await userEvent.click(screen.getByRole('link', { name: 'See offers' }));
  expect(await screen.findByText('offers')).toBeVisible();
});

test('ended meanwhile, with another business: the page does not go on for that one unasked', async () => {
  renderSection('/seller');
  business = { id: 32, role: 'counter' };
  businesses = [forno];
  await userEvent.click(screen.getByRole('button', { name: 'Hand out' }));
  await userEvent.click(await screen.findByRole('link', { name: 'Go to the other business' }));
  expect(await screen.findByRole('button', { name: 'Hand out' })).toBeVisible();
});

test('another business is chosen, and the page stays', async () => {
  businesses = [aurora, forno];
  renderSection('/seller');
  await userEvent.click(await screen.findByRole('button', { name: /^Change business: Padaria Aurora/ }));
  await userEvent.click(await screen.findByRole('button', { name: /^Forno da Bica/ }));
  await waitFor(() => expect(call).toHaveBeenCalledWith('chooseBusiness', { params: { id: 32 } }));
  expect(await screen.findByRole('button', { name: /^Change business: Forno da Bica/ })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Hand out' })).toBeVisible();
  expect(screen.queryByText('You’re no longer in this team')).toBeNull();
});

test('another one chosen in another tab: the page follows after the refused press, without what was read and typed', async () => {
  businesses = [aurora, forno];
  renderSection('/seller');
  const team = [...queryKeys.seller, 'team'];
  queryClient.setQueryData(team, 'of the former business');
  await userEvent.type(screen.getByLabelText('Note'), 'for the former business');
  business = { id: 32, role: 'counter' };
  await userEvent.click(screen.getByRole('button', { name: 'Hand out' }));
  expect(await screen.findByRole('button', { name: /^Change business: Forno da Bica/ })).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('Note')).toHaveValue(''));
  expect(queryClient.getQueryData(team)).toBeUndefined();
});

test('the owner of a single business has nothing to switch', async () => {
  business = { id: 31, role: 'owner' };
  businesses = [{ ...aurora, role: 'owner' }];
  queryClient.setQueryData(['me'], { ...me, is_owner: true, business });
  renderSection('/seller');
  await waitFor(() => expect(call).toHaveBeenCalledWith('listMyBusinesses'));
  expect(screen.queryByRole('button', { name: /^Change business/ })).toBeNull();
});

test('a link to a page of another business makes the device work for it first', async () => {
  businesses = [aurora, forno];
  renderSection('/seller?business=32&order=5');
  expect(screen.queryByRole('button', { name: 'Hand out' })).toBeNull();
  expect(await screen.findByRole('button', { name: /^Change business: Forno da Bica/ })).toBeVisible();
  expect(call.mock.calls.filter(([name]) => name === 'chooseBusiness')).toEqual([
    ['chooseBusiness', { params: { id: 32 } }],
  ]);
  await waitFor(() => expect(screen.getByTestId('search')).toHaveTextContent('?order=5'));
});

test('a link to a page of the business that the device works for changes nothing', async () => {
  renderSection('/seller?business=31');
  expect(await screen.findByRole('button', { name: 'Hand out' })).toBeVisible();
  await waitFor(() => expect(screen.getByTestId('search')).toBeEmptyDOMElement());
  expect(call).not.toHaveBeenCalledWith('chooseBusiness', expect.anything());
});

test('a link to a page of a business that one has left says so, and leads to the other one', async () => {
  const answer = call.getMockImplementation()!;
  call.mockImplementation(async (name, ...rest) => {
    if (name === 'chooseBusiness')
      throw new ApiError(404, { code: 4, message: 'There is no such business.' });
    return answer(name, ...rest);
  });
  renderSection('/seller?business=99');
  expect(await screen.findByText('You’re no longer in this team')).toBeVisible();
  await userEvent.click(screen.getByRole('link', { name: 'Go to the other business' }));
  expect(await screen.findByRole('button', { name: 'Hand out' })).toBeVisible();
});
