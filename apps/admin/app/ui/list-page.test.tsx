import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { download } from '@wopack/ui/download.ts';
import { afterEach, expect, test, vi } from 'vitest';
import {
  answerList,
  answerWith,
  operator,
  renderConsole,
  requests,
  startFakeServer,
} from '../../test/setup.tsx';
import { queryClient } from '../lib/queries.ts';
import { useRecord } from '../lib/use-console.ts';
import Disputes from '../money/disputes.tsx';
import { ListPage } from './list-page.tsx';

vi.mock(import('@wopack/ui/download.ts'), () => ({ download: vi.fn() }));

startFakeServer();
const { rights } = operator;
afterEach(() => {
  operator.rights = rights;
});

const list = (
  <ListPage
    resource="operators"
    title="Operators"
    columns={[
      { key: 'name', head: 'Name', sort: 'created_at', render: (row) => row.name },
      { key: 'email', head: 'E-mail', render: (row) => row.email },
    ]}
    filters={[
      { kind: 'text', name: 'q', label: 'Name or e-mail' },
      { kind: 'choice', name: 'role', label: 'Role', options: [{ value: 'owner', label: 'Owner' }] },
    ]}
    sort={{ field: 'id', order: 'DESC' }}
    emptyText="No operators yet."
  />
);

const getParameter = (name: string) =>
  new URLSearchParams(screen.getByTestId('address').textContent).get(name);
const getCursor = () => getParameter('cursor');

test('filters, order and cursor are in the address, and the file has exactly what is filtered', async () => {
  answerWith((request) => (request.url.pathname.endsWith('/export') ? { body: 'id' } : answerList(request)));
  renderConsole(list);
  expect(await screen.findByText('Operator 260')).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText('Role'), 'Owner');
  await waitFor(() => expect(requests.at(-1)).toBe('GET /operators?role=owner&sort=-id&limit=25'));
  await userEvent.click(await screen.findByRole('button', { name: 'Older' }));
  expect(await screen.findByText('Operator 235')).toBeVisible();
  expect(
    screen.getByText(/^Rows 26–50 of 260 · answered in \d+ ms · all times Europe\/Lisbon$/),
  ).toBeVisible();
  await waitFor(() => expect(getCursor()).toBe('236'));
  expect(JSON.parse(getParameter('filter')!)).toEqual({ role: 'owner' });
  await userEvent.click(screen.getByRole('button', { name: 'Export 260, CSV' }));
  await waitFor(() => expect(requests).toContain('GET /operators/export?role=owner&sort=-id'));
  await waitFor(() => expect(download).toHaveBeenCalledWith('operators.csv', expect.anything(), 'text/csv'));
  await userEvent.click(screen.getByRole('button', { name: 'Name' }));
  await waitFor(() => expect(requests.at(-1)).toBe('GET /operators?role=owner&sort=-created_at&limit=25'));
});

test('pages follow the cursors, the way back leads through them, and an address opens where it stands', async () => {
  answerWith(answerList);
  const { unmount } = renderConsole(list);
  for (const first of [260, 235, 210]) {
    expect(await screen.findByText(`Operator ${first}`)).toBeVisible();
    if (first > 210) await userEvent.click(screen.getByRole('button', { name: 'Older' }));
  }
  expect(screen.getByText(/^Rows 51–75 of 260/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Newer' }));
  expect(await screen.findByText('Operator 235')).toBeVisible();
  await waitFor(() => expect(getCursor()).toBe('236'));
  const address = location.href;
  unmount();
  queryClient.clear();

  // Counted with the first page, which is read for that.
  renderConsole(list, address);
  expect(await screen.findByText('Operator 235')).toBeVisible();
  expect(await screen.findByText(/^Rows 26–50 of 260/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Newer' }));
  expect(await screen.findByText('Operator 260')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Newer' })).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText('Role'), 'Owner');
  await waitFor(() => expect(getCursor()).toBeNull());
});

test('an empty list offers no file', async () => {
  answerWith(() => ({ body: { items: [], next_cursor: null, total: 0, total_is_exact: true } }));
  renderConsole(list);
  expect(await screen.findByText('No operators yet.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Export/ })).toBeNull();
});

test('a list without its right is not asked for', async () => {
  answerWith(answerList);
  renderConsole(<Disputes />);
  await waitFor(() => expect(location.pathname).toBe('/access-denied'));
  expect(requests).toEqual(['GET /me']);
});

test('sums of the whole filter stand in the foot, and the chosen columns are kept', async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  const row = { id: 7, price_cents: 399, refunded_cents: 0, seller: { id: 1, name: 'Fontes & Filha' } };
  const sums = { price_cents: 5286, refunded_cents: 1247, sold_orders: 11, commission_cents: 1419 };
  let isSummed = true;
  answerWith(() => ({
    body: {
      items: [row],
      next_cursor: '7',
      sums: isSummed ? sums : null,
      total: isSummed ? 14 : 10_000,
      total_is_exact: isSummed,
    },
  }));
  const orders = (
    <ListPage
      resource="orders"
      title="Orders"
      columns={[
        { key: 'id', head: 'Order', render: ({ id }) => id },
        { key: 'seller', head: 'Seller', isOptional: true, render: ({ seller }) => seller.name },
        {
          key: 'paid',
          head: 'Paid',
          isAmount: true,
          render: ({ price_cents: c }) => c,
          sum: ({ price_cents: c }) => `${c} c`,
        },
        {
          key: 'back',
          head: 'Refunded',
          isAmount: true,
          render: ({ refunded_cents: c }) => c,
          sum: (all) => all.refunded_cents,
        },
      ]}
      filters={[]}
      sort={{ field: 'created_at', order: 'DESC' }}
      emptyText="None."
    />
  );
  const { unmount } = renderConsole(orders);
  expect(await screen.findByRole('row', { name: 'Sum of the filter 5286 c 1247' })).toBeVisible();
  expect(screen.queryByRole('columnheader', { name: 'Seller' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Seller' }));
  expect(screen.queryByRole('menuitemcheckbox', { name: 'Order' })).toBeNull();
  await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Paid' }));
  unmount();
  queryClient.clear();
  isSummed = false;
  renderConsole(orders);
  expect(await screen.findByText('Fontes & Filha')).toBeVisible();
  expect(screen.queryByRole('columnheader', { name: 'Paid' })).toBeNull();
  expect(screen.getByText(/Sums are shown for up to 10,000 rows/)).toBeVisible();
});

test('a reference that the browser refuses to copy is said not to be copied', async () => {
  const row = {
    id: 1,
    reference: 'du_1',
    order_id: 7,
    status: 'won',
    reason: 'general',
    respond_by: null,
    amount_cents: 399,
    withdrawn_cents: 0,
    opened_at: '2026-11-20T10:00:00Z',
  };
  answerWith(() => ({ body: { items: [row], next_cursor: null, total: 1, total_is_exact: true } }));
  const writeText = vi.fn().mockRejectedValueOnce(new Error('refused')).mockResolvedValueOnce(undefined);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  operator.rights = [...rights, 'disputes.view'];
  renderConsole(<Disputes />);
  const button = await screen.findByRole('button', { name: 'Copy du_1' });
  await userEvent.click(button);
  expect(await screen.findByText('Something went wrong. Try again.')).toBeInTheDocument();
  expect(button).toHaveTextContent('Copy');
  await userEvent.click(button);
  await waitFor(() => expect(button).toHaveTextContent('Copied'));
});

test('a list says when nothing matches, and what is wrong with a filter', async () => {
  answerWith(() => ({ body: { items: [], next_cursor: null, total: 0, total_is_exact: true } }));
  const { unmount } = renderConsole(list, '/?filter=%7B%22q%22%3A%22nobody%22%7D');
  expect(await screen.findByText('Nothing matches these filters.')).toBeVisible();
  unmount();
  queryClient.clear();
  // The framework prints each failed request.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  answerWith(() => ({ status: 422, body: { code: 1, message: 'Wrong', errors: { q: ['Too long'] } } }));
  renderConsole(list, '/?filter=%7B%22q%22%3A%22x%22%7D');
  expect(await screen.findByText('Too long')).toBeVisible();
});

function RecordName() {
  const { data } = useRecord('users', 7);
  return <p>{data ? `${data.name}: ${data.city}` : 'loading'}</p>;
}

test('the page of a record never shows a row of the list in its place', async () => {
  const row = { id: 7, name: 'Ana' };
  answerWith(({ url }) =>
    url.pathname.endsWith('/users/7')
      ? { body: { data: { ...row, city: 'whole' } } }
      : { body: { items: [row], next_cursor: null, total: 1, total_is_exact: true } },
  );
  const users = (
    <ListPage
      resource="users"
      title="Users"
      columns={[{ key: 'name', head: 'Name', render: ({ name }) => name }]}
      filters={[]}
      sort={{ field: 'created_at', order: 'DESC' }}
      emptyText="None."
    />
  );
  const { unmount } = renderConsole(users);
  expect(await screen.findByText('Ana')).toBeVisible();
  unmount();
  renderConsole(<RecordName />);
  expect(await screen.findByText(/^Ana:/)).toHaveTextContent('Ana: whole');
});
