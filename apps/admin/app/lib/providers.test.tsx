import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext, memoryStore } from 'ra-core';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StepUp } from '../shell/account.tsx';
import { computeEffect, parseEuros } from '../support/refund-form.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { PageState } from '../ui/panels.tsx';
import { call, getOperatorToken, onSessionEnd, storeOperatorToken } from './api.ts';
import { i18nProvider } from './i18n.ts';
import { authProvider, dataProvider, queryClient } from './providers.ts';
import { useRecord } from './use-console.ts';

type Answer = { status?: number; body: unknown };
type Handler = (request: { url: URL; method: string; body: Record<string, unknown> }) => Answer;

let handle: Handler;
const requests: string[] = [];

const operator = {
  id: 1,
  name: 'Inês Duarte',
  email: 'ines@example.com',
  avatar_path: null,
  role: 'support',
  rights: ['console.use', 'orders.view', 'orders.refund', 'problems.view', 'operators.manage', 'users.view'],
  refund_limit_cents: 2000,
  time_zone: 'Europe/Lisbon',
  session_expires_at: '2026-11-20T20:02:00Z',
  step_up_until: null,
  recovery_codes_left: 10,
};

beforeEach(() => {
  requests.length = 0;
  queryClient.clear();
  storeOperatorToken('operator-token');
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const url = new URL(address, 'http://localhost');
    requests.push(`${init.method} ${url.pathname.replace('/api/v1/admin', '')}${url.search}`);
    const body = init.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : {};
    const answer = url.pathname.endsWith('/me')
      ? { body: { data: operator } }
      : handle({ url, method: init.method!, body });
    return Response.json(answer.body, { status: answer.status ?? 200 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** 260 operators, newest first, by a cursor that is the last id. */
const answerList: Handler = ({ url }) => {
  const limit = Number(url.searchParams.get('limit'));
  const before = Number(url.searchParams.get('cursor') ?? 261);
  const items = Array.from({ length: Math.min(limit, before - 1) }, (_, i) => buildOperator(before - 1 - i));
  const last = items.at(-1)?.id ?? 1;
  const isFirst = !url.searchParams.has('cursor');
  return {
    body: {
      items,
      next_cursor: last > 1 ? String(last) : null,
      total: isFirst ? 260 : null,
      total_is_exact: true,
    },
  };
};
const buildOperator = (id: number) => ({
  id,
  name: `Operator ${id}`,
  email: `o${id}@example.com`,
  role: 'support',
  has_totp: true,
  sessions: 0,
  last_seen_at: null,
  created_at: '2026-11-01T10:00:00Z',
});

const getPage = (page: number, filter = {}) =>
  dataProvider.getList('operators', {
    pagination: { page, perPage: 25 },
    sort: { field: 'id', order: 'DESC' },
    filter,
  });

test('pages follow the cursors, and a page opened first is reached in steps of a hundred', async () => {
  handle = answerList;
  const first = await getPage(1);
  expect(first.data[0]!.id).toBe(260);
  expect(first.meta).toEqual({ total: 260, isTotalExact: true, sums: null, answeredMs: expect.any(Number) });
  const second = await getPage(2);
  expect(second.data.map(({ id }) => id)).toEqual(Array.from({ length: 25 }, (_, i) => 235 - i));
  expect(second.pageInfo).toEqual({ hasNextPage: true, hasPreviousPage: true });
  expect(second.meta.total).toBe(260);
  expect(requests).toHaveLength(2);

  // Another filter is another list, of which nothing is known.
  const eleventh = await getPage(11, { q: 'operator' });
  expect(eleventh.data.map(({ id }) => id)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  expect(eleventh.pageInfo).toEqual({ hasNextPage: false, hasPreviousPage: true });
  expect(requests.slice(2)).toEqual([
    'GET /operators?q=operator&sort=-id&limit=100',
    'GET /operators?q=operator&sort=-id&cursor=161&limit=100',
    'GET /operators?q=operator&sort=-id&cursor=61&limit=50',
    'GET /operators?q=operator&sort=-id&cursor=11&limit=25',
  ]);
  expect((await getPage(12, { q: 'operator' })).data).toEqual([]);
});

test('rights decide what may be opened, and an ended session is told apart from a missing right', async () => {
  expect(await authProvider.getPermissions!({})).toEqual(operator.rights);
  expect(await authProvider.canAccess!({ resource: 'orders', action: 'list' })).toBe(true);
  expect(await authProvider.canAccess!({ resource: 'audit', action: 'list' })).toBe(false);

  const onEnd = vi.fn();
  const unsubscribe = onSessionEnd(onEnd);
  handle = () => ({ status: 403, body: { code: 3, message: 'Not allowed' } });
  const refused: unknown = await call('getDashboard').catch((error: unknown) => error);
  await expect(authProvider.checkError(refused)).resolves.toBeUndefined();
  expect(onEnd).not.toHaveBeenCalled();

  handle = () => ({ status: 401, body: { code: 2, message: 'Sign in' } });
  const ended: unknown = await call('getDashboard').catch((error: unknown) => error);
  await expect(authProvider.checkError(ended)).rejects.toThrow('session ended');
  expect(onEnd).toHaveBeenCalledOnce();
  expect(getOperatorToken()).toBeNull();
  await expect(authProvider.checkAuth({})).rejects.toThrow('signed out');
  unsubscribe();
});

const Address = () => <p data-testid="address">{useLocation().search}</p>;

function renderConsole(element: React.ReactNode, path = '/') {
  const router = createMemoryRouter(
    [
      {
        path: '*',
        element: (
          <CoreAdminContext
            authProvider={authProvider}
            dataProvider={dataProvider}
            i18nProvider={i18nProvider}
            queryClient={queryClient}
            store={memoryStore()}
          >
            {element}
            <Address />
          </CoreAdminContext>
        ),
      },
    ],
    { initialEntries: [path] },
  );
  return render(<RouterProvider router={router} />);
}

test('a call that needs a code asks for it and is repeated; closing the question changes nothing', async () => {
  let isOpen = false;
  handle = ({ url, body }) => {
    if (url.pathname.endsWith('/step_up')) {
      if (body.code !== '123456') return { status: 422, body: { code: 1, errors: { code: ['Wrong code'] } } };
      isOpen = true;
      return { body: { data: { step_up_until: '2026-11-20T18:00:00Z' } } };
    }
    return isOpen
      ? { body: { data: { recovery_codes: ['a'] } } }
      : {
          status: 403,
          body: { code: 3, message: 'A code is needed', errors: { step_up: ['Enter a code'] } },
        };
  };
  renderConsole(<StepUp />);
  const cancelled = call('renewRecoveryCodes').catch((error: unknown) => error);
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
  expect(await cancelled).toMatchObject({ code: 3 });

  const reply = call('renewRecoveryCodes');
  const field = await screen.findByLabelText('Code from your app');
  await userEvent.type(field, '000000');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Wrong code')).toBeVisible();
  await userEvent.clear(field);
  await userEvent.type(field, '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await reply).toEqual({ data: { recovery_codes: ['a'] } });
  await waitFor(() => expect(screen.queryByLabelText('Code from your app')).toBeNull());
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

test('filters, order and page are in the address, and the file has exactly what is filtered', async () => {
  handle = (request) => (request.url.pathname.endsWith('/export') ? { body: 'id' } : answerList(request));
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }));
  renderConsole(list);
  expect(await screen.findByText('Operator 260')).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText('Role'), 'Owner');
  await waitFor(() => expect(requests.at(-1)).toBe('GET /operators?role=owner&sort=-id&limit=25'));
  await userEvent.click(await screen.findByRole('button', { name: 'Older' }));
  expect(await screen.findByText('Operator 235')).toBeVisible();
  expect(
    screen.getByText(/^Rows 26–50 of 260 · answered in \d+ ms · all times Europe\/Lisbon$/),
  ).toBeVisible();
  const address = new URLSearchParams(screen.getByTestId('address').textContent);
  expect(JSON.parse(address.get('filter')!)).toEqual({ role: 'owner' });
  expect(address.get('page')).toBe('2');
  await userEvent.click(screen.getByRole('button', { name: 'Export 260, CSV' }));
  await waitFor(() => expect(requests).toContain('GET /operators/export?role=owner&sort=-id'));
  await userEvent.click(screen.getByRole('button', { name: 'Name' }));
  await waitFor(() => expect(requests.at(-1)).toBe('GET /operators?role=owner&sort=-created_at&limit=25'));
});

test('sums of the whole filter stand in the foot, and the chosen columns are kept', async () => {
  vi.stubGlobal('matchMedia', () => ({
    ...{ matches: true, addEventListener: () => {}, removeEventListener: () => {} },
  }));
  const row = { id: 7, price_cents: 399, refunded_cents: 0, seller: { id: 1, name: 'Fontes & Filha' } };
  const sums = { price_cents: 5286, refunded_cents: 1247, sold_orders: 11, commission_cents: 1419 };
  let isSummed = true;
  handle = () => ({
    body: {
      ...{ items: [row], next_cursor: '7', sums: isSummed ? sums : null },
      ...{ total: isSummed ? 14 : 10_000, total_is_exact: isSummed },
    },
  });
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

test('a list says when nothing matches, and what is wrong with a filter', async () => {
  handle = () => ({ body: { items: [], next_cursor: null, total: 0, total_is_exact: true } });
  const { unmount } = renderConsole(list, '/?filter=%7B%22q%22%3A%22nobody%22%7D');
  expect(await screen.findByText('Nothing matches these filters.')).toBeVisible();
  unmount();
  queryClient.clear();
  // The framework prints each failed request.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  handle = () => ({ status: 422, body: { code: 1, message: 'Wrong', errors: { q: ['Too long'] } } });
  renderConsole(list, '/?filter=%7B%22q%22%3A%22x%22%7D');
  expect(await screen.findByText('Too long')).toBeVisible();
});

function RecordName() {
  const { data } = useRecord<{ id: number; name: string; detail?: string }>('users', 7);
  return <p>{data ? `${data.name}: ${data.detail}` : 'loading'}</p>;
}

test('the page of a record never shows a row of the list in its place', async () => {
  const row = { id: 7, name: 'Ana' };
  handle = ({ url }) =>
    url.pathname.endsWith('/users/7')
      ? { body: { data: { ...row, detail: 'whole' } } }
      : { body: { items: [row], next_cursor: null, total: 1, total_is_exact: true } };
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

const RecordPage = () => <PageState query={useRecord('users', 7)} />;

test('the page of a record that is not there says so, with a heading and a way on', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  handle = () => ({ status: 404, body: { code: 4, message: 'It is not here.' } });
  renderConsole(<RecordPage />);
  expect(await screen.findByRole('heading', { level: 1, name: 'There is no such page' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(screen.getByRole('link', { name: 'To the dashboard' })).toHaveAttribute('href', '/');
});

test.each([
  ['2,00', 200],
  ['2.5', 250],
  ['3', 300],
  ['0.05', 5],
  ['2,005', null],
  ['two', null],
  ['', null],
  ['-1', null],
])('“%s” is %s cents', (text, cents) => expect(parseEuros(text)).toBe(cents));

test('what a refund changes always adds up to what was paid', () => {
  const order = {
    price_cents: 399,
    refunded_cents: 50,
    earning_cents: 220,
    commission_cents: 129,
    max_part_refund_cents: 270,
  };
  for (const total of [50, 51, 200, 270, 399]) {
    const { buyer, seller, commission } = computeEffect(order, total);
    expect(buyer + seller + commission).toBe(399);
    expect(Math.min(buyer, seller, commission)).toBeGreaterThanOrEqual(0);
  }
  expect(computeEffect(order, 399)).toEqual({ buyer: 399, seller: 0, commission: 0 });
});
