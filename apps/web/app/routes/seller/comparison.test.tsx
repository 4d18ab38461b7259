import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@wopack/contract/client';
import { beforeEach, expect, test } from 'vitest';
import { mockCalls } from '../../../test/fake-api.tsx';
import { seller } from '../../../test/me.ts';
import { renderInLanguage } from '../../../test/render.tsx';
import { captureDownloads } from '../../../test/stub-browser.tsx';
import type { SalePlaceComparison } from '../../features/orders/sales/sales.api.ts';
import type { SalePlace } from '../../features/sale-places/sale-places.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { readStored, writeStored } from '../../lib/storage/storage.ts';
import { ComparisonView } from './comparison.tsx';

const call = mockCalls();

const salePlaces = [{ id: 7, name: 'Rossio', time_zone: 'Europe/Lisbon' }] as SalePlace[];
const none = { collected: 0, refunded_cents: 0 };
const rossio = {
  ...none,
  id: 7,
  name: 'Rossio',
  address: 'Rua Augusta 214',
  offered: 168,
  sold: 165,
  cancelled: 0,
  rating: 4.8,
  rating_count: 203,
  price_cents: 57_935,
  commission_cents: 21_285,
  discount_cents: 0,
  earning_cents: 36_650,
};
const oriente = {
  ...none,
  id: 8,
  name: 'Oriente',
  address: 'Av. D. João II 45',
  offered: 0,
  sold: 0,
  cancelled: 6,
  rating: null,
  rating_count: 0,
  price_cents: 0,
  commission_cents: 0,
  discount_cents: 0,
  earning_cents: 0,
};
const { id: _, name: _name, address: _address, rating: _rating, rating_count: _count, ...sums } = rossio;
const comparison: SalePlaceComparison = {
  from: '2026-11-01',
  to: '2026-11-27',
  totals: { ...sums, cancelled: 6 },
  sale_places: [oriente, rossio],
};

let reply: unknown;
let products: object[];
beforeEach(() => {
  products = [];
  writeStored('token', 'token');
  queryClient.clear();
  queryClient.setQueryData(['me'], seller);
  reply = { data: comparison };
  call.mockImplementation(async (name) => {
    if (name === 'listMyBusinesses') return { data: [{ id: seller.id, name: 'Belavista', role: 'owner' }] };
    if (name === 'listMyProducts') return { data: products };
    if (name === 'exportSalePlaces') return 'shop\r\n';
    if (name === 'getSellerTaskCounts') return { data: { places: [] } };
    if (reply instanceof Error) throw reply;
    return reply;
  });
});

const PERIOD = { from: '2026-11-01', to: '2026-11-27' };
const renderPage = (search = '?range=own&from=2026-11-01&to=2026-11-27') =>
  renderInLanguage('en', <ComparisonView salePlaces={salePlaces} />, `/seller/places${search}`);

const listRows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);

test('shows each shop and all together, ordered by any figure', async () => {
  renderPage();
  expect(await screen.findByRole('heading', { name: '2 shops, side by side' })).toBeVisible();
  await screen.findByRole('table');
  expect(call).toHaveBeenCalledWith('compareSalePlaces', { query: PERIOD });
  const [first, second, all] = listRows();
  expect(first).toMatch(/^OrienteAv\. D\. João II 4500–6/);
  expect(second).toMatch(/^RossioRua Augusta 21416816598%0.*4\.8.*203.*€366\.50$/);
  expect(all).toMatch(/^All together16816598%6€366\.50$/);
  expect(screen.getByText(/€579\.35 paid − €212\.85 commission = €366\.50/)).toBeVisible();
  const head = screen.getByRole('button', { name: 'Sold' });
  await userEvent.click(head);
  expect(listRows()[0]).toMatch(/^Rossio/);
  expect(screen.getByRole('columnheader', { name: 'Sold' })).toHaveAttribute('aria-sort', 'descending');
  await userEvent.click(head);
  expect(listRows()[0]).toMatch(/^Oriente/);
});

test('a shop that cancels much is marked, and leads to its sales and to who did what', async () => {
  renderPage();
  const card = (await screen.findByRole('heading', { name: 'Oriente needs you' })).closest('section')!;
  expect(card).toHaveTextContent('100% cancelled');
  expect(card).toHaveTextContent('6 of 6 paid packs were cancelled by us. At the other shops: 0%.');
  expect(within(card).getByRole('link', { name: 'See its sales' })).toHaveAttribute(
    'href',
    '/seller/sale?range=own&from=2026-11-01&to=2026-11-27&place=8',
  );
  expect(within(card).getByRole('link', { name: 'See who did what' })).toHaveAttribute(
    'href',
    '/seller/activity?place=8',
  );
  expect(within(screen.getByRole('table')).getByLabelText('many')).toBeVisible();
});

test('the pack that most shops share is named, else how to share one', async () => {
  products = [
    { id: 4, name: 'Bread' },
    { id: 5, name: 'Half-dozen pastéis', linked_count: 5 },
  ];
  const { unmount } = renderPage();
  const card = (await screen.findByRole('heading', { name: 'Half-dozen pastéis' })).closest('section')!;
  expect(card).toHaveTextContent('Linked in 6 shops');
  expect(within(card).getByRole('link', { name: 'Change it in 6 shops' })).toHaveAttribute(
    'href',
    '/seller/dish/5',
  );
  unmount();
  queryClient.removeQueries({ queryKey: ['seller'] });
  products = [{ id: 4, name: 'Bread' }];
  renderPage();
  expect(await screen.findByRole('heading', { name: 'One pack at several shops' })).toBeVisible();
});

test('the file has the chosen days', async () => {
  renderPage();
  const downloads = captureDownloads();
  await userEvent.click(await screen.findByRole('button', { name: 'CSV, 2 rows' }));
  await waitFor(() => expect(call).toHaveBeenCalledWith('exportSalePlaces', { query: PERIOD }));
  await waitFor(() => expect(downloads).toHaveLength(1));
});

test('compares the shops that are chosen on other pages too, and offers all when it is one', async () => {
  writeStored('sellerPlaces', { [seller.id]: [7, 8] });
  const several = [
    ...salePlaces,
    { ...salePlaces[0]!, id: 8, name: 'Oriente' },
    { ...salePlaces[0]!, id: 9, name: 'Belém' },
  ];
  renderInLanguage(
    'en',
    <ComparisonView salePlaces={several} />,
    '/seller/places?range=own&from=2026-11-01&to=2026-11-27',
  );
  await screen.findByRole('table');
  expect(call).toHaveBeenCalledWith('compareSalePlaces', { query: { ...PERIOD, sale_place_ids: '7,8' } });
  reply = { data: { ...comparison, sale_places: [rossio] } };
  await userEvent.click(screen.getByRole('button', { name: 'Shop: 2 shops' }));
  await userEvent.click(await screen.findByRole('button', { name: /^Rossio/ }));
  expect(await screen.findByText('One shop is chosen')).toBeVisible();
  reply = { data: comparison };
  await userEvent.click(screen.getByRole('button', { name: 'Show all shops' }));
  await screen.findByRole('table');
  expect(readStored('sellerPlaces')).toEqual({ [seller.id]: 'all' });
});

test('one shop alone is not compared', async () => {
  reply = { data: { ...comparison, sale_places: [rossio] } };
  renderPage();
  expect(await screen.findByText('One shop has nothing to compare with')).toBeVisible();
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /CSV/ })).not.toBeInTheDocument();
});

test('refused dates are said at their field', async () => {
  reply = new ApiError(422, { code: 1, message: 'Check the fields.', errors: { to: ['At most a year.'] } });
  renderPage();
  expect(await screen.findByText('At most a year.')).toBeVisible();
  expect(screen.getByLabelText('To')).toBeInvalid();
});
