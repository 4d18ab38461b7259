import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError, type Reply } from '@wopack/contract/client';
import { beforeEach, expect, test, vi } from 'vitest';
import { buildOrder, mockCalls } from '../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../test/render.tsx';
import { queryClient } from '../../lib/api/query-client.ts';
import { readStored, removeStored, writeStored } from '../../lib/storage/storage.ts';
import { Component as FriendPage } from './friend.tsx';

type OpenedOrder = Reply<'openFriendOrder'>['data'];

const call = mockCalls();
const { pickup, pickup_start, pickup_end, product, sale_place } = buildOrder();

const opened: OpenedOrder = {
  ...{
    state: 'opened',
    from: 'João V.',
    pin: '6053',
    ticket: 'WOPACK:42:6053',
    pickup,
    pickup_start,
    pickup_end,
  },
  ...{ opened_at: '2026-11-20T12:00:00.000Z', collected_at: null, quantity: 1 },
  product: { name: product.name, local_name: product.local_name, photos: product.photos },
  allergens: ['gluten', 'milk'],
  sale_place,
};
const {
  pin: _pin,
  ticket: _ticket,
  ...unopened
} = { ...opened, state: 'unopened' as const, opened_at: null };

let replies: Record<string, unknown>;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime('2026-11-20T12:00:00.000Z');
  queryClient.clear();
  removeStored('friendOrders');
  replies = { getFriendOrder: { data: unopened }, openFriendOrder: { data: opened } };
  call.mockImplementation(async (name) => {
    const reply = replies[name];
    if (reply instanceof Error) throw reply;
    return reply;
  });
});

const KEY = 'k'.repeat(43);

const renderPage = (path = `/friend#${KEY}`) => renderInLanguage('en', <FriendPage />, path);
const listNames = () => call.mock.calls.map(([name]) => name);
const findPin = () => screen.findByText('6 0 5 3');

test('looks first, and opens with a press alone', async () => {
  renderPage();
  expect(await screen.findByRole('heading', { level: 1, name: 'João V. gives you a pack' })).toBeVisible();
  expect(screen.getByText(/May contain gluten and milk\./)).toBeVisible();
  expect(screen.getByText('Opens in')).toBeVisible();
  expect(screen.queryByText('6 0 5 3')).toBeNull();
  expect(listNames()).toEqual(['getFriendOrder']);
  await userEvent.click(screen.getByRole('button', { name: 'Show the PIN' }));
  expect(await findPin()).toBeInTheDocument();
  expect(screen.getByRole('img', { name: 'QR code for the counter' })).toBeVisible();
  expect(call).toHaveBeenLastCalledWith('openFriendOrder', expect.objectContaining({ body: { key: KEY } }));
  expect(readStored('friendOrders')).toEqual([{ key: KEY, order: opened }]);
});

test('what was opened here is shown without a connection', async () => {
  writeStored('friendOrders', [{ key: KEY, order: opened }]);
  replies.openFriendOrder = new ApiError(0, {}, 0);
  renderPage();
  expect(await findPin()).toBeInTheDocument();
  expect(await screen.findByText(/this is the copy that your device kept/)).toBeVisible();
  expect(listNames()).not.toContain('getFriendOrder');
});

test('of another link nothing is shown without a connection', async () => {
  writeStored('friendOrders', [{ key: 'OTHER', order: opened }]);
  replies.getFriendOrder = new ApiError(500, { code: 10, message: 'Down.' }, 0);
  renderPage();
  expect(await screen.findByRole('alert', undefined, { timeout: 60_000 })).toBeVisible();
  expect(screen.queryByText('6 0 5 3')).toBeNull();
});

test.each([
  ['collected', 'Everything was handed out. Enjoy.'],
  ['cancelled_by_store', 'The shop cancelled the order, and the money goes back to João.'],
  ['cancelled_by_buyer', 'João cancelled the order.'],
  ['refunded', 'the money goes back to João'],
  ['ended', 'The time to collect it has passed.'],
] as const)('%s: says so, and shows no PIN', async (state, text) => {
  replies.getFriendOrder = { data: { ...unopened, state } };
  renderPage();
  expect(await within(await screen.findByRole('article')).findByText(new RegExp(text))).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Show the PIN' })).toBeNull();
  expect(screen.queryByText('Opens in')).toBeNull();
});

test('what was kept without a connection does not say that an order that is over is handed out', async () => {
  writeStored('friendOrders', [{ key: KEY, order: { ...opened, state: 'refunded', pin: null } }]);
  replies.openFriendOrder = new ApiError(0, {}, 0);
  renderPage();
  expect(await screen.findByText(/the money goes back to João/)).toBeVisible();
  await waitFor(() => expect(call).toHaveBeenCalled());
  expect(screen.queryByText(/PIN and code work at the counter/)).toBeNull();
});

test('says how many packs there are', async () => {
  replies.getFriendOrder = { data: { ...unopened, quantity: 3 } };
  renderPage();
  expect(await screen.findByRole('heading', { level: 1, name: 'João V. gives you 3 packs' })).toBeVisible();
});

test('names nobody where the buyer has no name', async () => {
  replies.getFriendOrder = { data: { ...unopened, from: null } };
  renderPage();
  expect(await screen.findByRole('heading', { level: 1, name: 'Somebody gives you a pack' })).toBeVisible();
  expect(screen.getByText(/belongs to whoever paid/)).toBeVisible();
});

test('a link that is over says so, and its copy is gone', async () => {
  writeStored('friendOrders', [{ key: KEY, order: opened }]);
  replies.openFriendOrder = new ApiError(404, { code: 4, message: 'This link does not work.' }, 0);
  renderPage();
  expect(await screen.findByText('This link does not work.')).toBeVisible();
  await waitFor(() => expect(readStored('friendOrders')).toBeNull());
  expect(screen.queryByText('6 0 5 3')).toBeNull();
});

test.each(['/friend', `/friend#${KEY.slice(1)}`, `/friend#${KEY}.`])(
  '%s, without all of its key, asks the server nothing',
  async (path) => {
    renderPage(path);
    expect(await screen.findByText(/The link is not complete\./)).toBeVisible();
    expect(listNames()).toEqual([]);
  },
);
