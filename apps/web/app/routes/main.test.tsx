import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { buildOrder } from '../../test/build-order.ts';
import { fakeApi, TestQueryProvider } from '../../test/fake-api.tsx';
import { renderInLanguage } from '../../test/render.tsx';
import { writeStored } from '../lib/storage/storage.ts';
import { Component as MainPage } from './main.tsx';

beforeEach(() => writeStored('token', 'a-token'));

const page = (
  <TestQueryProvider>
    <MainPage />
  </TestQueryProvider>
);
const buildMeReply = (roles: object) => ({
  body: { data: { id: 1, name: 'Marta Salgado', is_owner: false, is_partner: false, ...roles } },
});
const emptyReply = { body: { data: [], next_cursor: null, summary: { packs: 0, saved_cents: 0 } } };
const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

test('the next ticket comes first, with a link to its PIN; later ones are counted', async () => {
  const orders = [
    buildOrder({ id: 43, pickup_start: minutesFromNow(600), pickup_end: minutesFromNow(660) }),
    buildOrder({ id: 42, pickup_start: minutesFromNow(60), pickup_end: minutesFromNow(120) }),
    buildOrder({ id: 41, state: 'collected' }),
  ];
  fakeApi({
    '/me': [buildMeReply({})],
    '/orders': [{ body: { ...emptyReply.body, data: orders } }],
    '/products': [emptyReply],
  });
  renderInLanguage('en', page);
  expect(await screen.findByRole('link', { name: 'Show PIN' })).toHaveAttribute('href', '/orders/42');
  expect(screen.getByRole('timer')).toHaveTextContent(/59:\d\d|1:00:00/);
  expect(screen.getByRole('link', { name: 'And 1 more to collect' })).toBeVisible();
  expect(await screen.findByRole('heading', { level: 1, name: 'Hello, Marta.' })).toBeVisible();
});

test('a section that fails shows an error and affects no other', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  fakeApi({
    '/me': [buildMeReply({ is_owner: true })],
    '/orders': ['networkError'],
    '/seller/today': ['networkError'],
    '/products': [emptyReply],
  });
  renderInLanguage('en', page);
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(2));
  expect(screen.getByText(/None of your favourites/)).toBeVisible();
  expect(screen.getByText(/Nothing left near you/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'To the counter' })).toBeVisible();
});

test('without orders and products, none of their sections are shown', async () => {
  fakeApi({ '/me': [buildMeReply({})], '/orders': [emptyReply], '/products': [emptyReply] });
  renderInLanguage('en', page);
  expect(await screen.findByText(/Nothing left near you/)).toBeVisible();
  expect(screen.queryByText('Your shop today')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Show PIN' })).toBeNull();
});

test.each([
  ['the user', '/me'],
  ['the next pickup', '/orders'],
])('while %s is unknown, skeletons are shown; the other data is requested already', async (_, path) => {
  const { requests } = fakeApi({
    '/me': [buildMeReply({})],
    '/orders': [emptyReply],
    '/products': [emptyReply],
    [path]: ['pending'],
  });
  renderInLanguage('en', page);
  // Content that loads later would move it.
  expect((await screen.findByText(/Nothing left near you/)).closest('.invisible')).not.toBeNull();
  expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
  expect(requests.filter((call) => call.path.endsWith('/products'))).toHaveLength(2);
});

test('then nothing is invisible', async () => {
  fakeApi({ '/me': [buildMeReply({})], '/orders': [emptyReply], '/products': [emptyReply] });
  renderInLanguage('en', page);
  const nearbyText = await screen.findByText(/Nothing left near you/);
  await waitFor(() => expect(nearbyText.closest('.invisible')).toBeNull());
});
