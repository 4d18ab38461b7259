import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Reply } from '@wopack/contract/client';
import { expect, test } from 'vitest';
import { mockCalls } from '../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../test/render.tsx';
import { stubScreen } from '../../../test/stub-browser.tsx';
import { loadReferralOrder, ReferredUserList } from './referred-user-list.tsx';

const call = mockCalls();

const seller: Reply<'listReferredSellers'>['data'][number] = {
  id: 3,
  first_place: 'Padaria Aurora',
  name: 'Rui Fontes, Lda.',
  places: 2,
  status: 'active',
  quantity: 950,
  total_cents: 355050,
  yours_hundredths: 1838250,
  created_at: '2026-07-11T23:30:00.000Z',
  last_order_at: '2026-11-20T12:00:00.000Z',
  time_zone: 'Europe/Lisbon',
};
const page = { data: [seller], next_cursor: null, totals: null };
const renderList = (path: string, side: 'buyers' | 'sellers' = 'sellers') =>
  renderInLanguage('en', <ReferredUserList side={side} />, path);
const listOrders = () => call.mock.calls.map(([, input]) => `${input?.query?.sort} ${input?.query?.order}`);

test('sellers are named by shop and sorted by a press on a head, by the server', async () => {
  stubScreen(true);
  call.mockResolvedValue(page);
  renderList('/sellers');
  const row = (await screen.findByRole('link', { name: 'Padaria Aurora' })).closest('tr')!;
  expect(row).toHaveTextContent('Rui Fontes, Lda.');
  expect(row).toHaveTextContent('2 shops');
  // Half an hour past midnight there.
  expect(row).toHaveTextContent('12 Jul 2026');
  const getHead = (name: string) => screen.getByRole('columnheader', { name });
  expect(getHead('Since')).toHaveAttribute('aria-sort', 'descending');
  expect(getHead('Status')).not.toHaveAttribute('aria-sort');
  const press = (name: string) => userEvent.click(within(getHead(name)).getByRole('button'));
  await press('Shop');
  expect(getHead('Shop')).toHaveAttribute('aria-sort', 'ascending');
  expect(getHead('Since')).toHaveAttribute('aria-sort', 'none');
  await press('Shop');
  expect(getHead('Shop')).toHaveAttribute('aria-sort', 'descending');
  await press('Yours');
  expect(getHead('Yours')).toHaveAttribute('aria-sort', 'descending');
  await waitFor(() => expect(listOrders()).toEqual(['created desc', 'name asc', 'name desc', 'yours desc']));
});

test('on a phone the order is chosen from a list, and an address keeps it', async () => {
  stubScreen(false);
  call.mockResolvedValue(page);
  renderList('/clients?sort=total&order=desc', 'buyers');
  expect(await screen.findByLabelText('Sort by')).toHaveValue('total');
  await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Name, A to Z');
  await waitFor(() => expect(listOrders()).toEqual(['total desc', 'name asc']));
  const load = (query: string) => loadReferralOrder(`http://localhost/clients?${query}`);
  expect(load('sort=name&order=asc')).toEqual({ sort: 'name', order: 'asc' });
  expect(load('sort=nonsense')).toEqual({ sort: 'created', order: 'desc' });
});
