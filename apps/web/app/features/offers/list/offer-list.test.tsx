import { renderHook, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { fakeApi, TestQueryProvider } from '../../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../../test/render.tsx';
import { useOfferFilters } from '../filters/offer-filters.ts';
import { OfferList, useIncrementalCount } from './offer-list.tsx';

const buildOffer = (distance: number | null) => ({
  ...{ id: 7, name: 'Cesto', photos: [], types: [], quantity: 2, price: 3.99, old_price: null },
  ...{ rating: null, rating_count: 0, pickup: 'Today 17:30–19:00', is_favourite: false, slot_id: 1 },
  sale_place: { id: 1, name: 'Padaria Aurora', address: 'Rua da Trindade 18, Chiado, 1200-205 Lisboa' },
  distance,
});

function TestList() {
  return <OfferList filters={useOfferFilters({ favouritesOnly: false, position: null })} />;
}

function renderList(...distances: (number | null)[]) {
  fakeApi({ '/products': [{ body: { data: distances.map(buildOffer), next_cursor: null } }] });
  renderInLanguage(
    'ru',
    <TestQueryProvider>
      <TestList />
    </TestQueryProvider>,
    '/offers',
  );
}

const emptyHeading = { name: 'Здесь пока тихо.' };

test('with no offers nearby, shows a message, a link to other cities and the nearest offers', async () => {
  renderList(3_682_000);
  expect(await screen.findByRole('heading', emptyHeading)).toBeVisible();
  expect(screen.getByText(/^Рядом пакетов пока нет\. До ближайшего 3\s682\sкм\.$/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Сменить город' })).toHaveAttribute(
    'href',
    '/account/change_city?next=%2Foffers',
  );
  expect(screen.getByRole('article', { name: 'Cesto' })).toBeVisible();
});

test.each([900, 25_000, null])('at %s metres no message is shown', async (distance) => {
  renderList(distance);
  expect(await screen.findByRole('article', { name: 'Cesto' })).toBeVisible();
  expect(screen.queryByRole('heading', emptyHeading)).toBeNull();
});

test('an empty list also links to other cities', async () => {
  renderList();
  expect(await screen.findByRole('heading', emptyHeading)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Сменить город' })).toBeVisible();
});

/** `key`: of the history entry; the first entry has the key 'default'. */
const createWrapper = (key?: string) => {
  return function Page({ children }: { children: ReactNode }) {
    const entry = { pathname: '/', ...(key && { key }) };
    const router = createMemoryRouter([{ path: '/', element: children }], { initialEntries: [entry] });
    return <RouterProvider router={router} />;
  };
};

test('the first list renders in steps until complete', async () => {
  const counts = new Set<number>();
  renderHook(() => counts.add(useIncrementalCount(20)), { wrapper: createWrapper() });
  await waitFor(() => expect([...counts]).toEqual([6, 12, 18, 24]));
});

test('navigation back renders the whole list at once', () => {
  const { result } = renderHook(() => useIncrementalCount(40), { wrapper: createWrapper('k3jd8s') });
  expect(result.current).toBe(40);
});
