import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeApi, Queries } from '../../test/fake-api.tsx';
import { order } from '../../test/order.ts';
import { renderIn } from '../../test/render.tsx';
import { write } from '../lib/storage.ts';
import Main from './main.tsx';

beforeEach(() => write('token', 'a-token'));

const page = (
  <Queries>
    <Main />
  </Queries>
);
const me = (roles: object) => ({
  body: { data: { id: 1, name: 'Marta Salgado', is_owner: false, is_partner: false, ...roles } },
});
const nothing = { body: { data: [], next_cursor: null, summary: { packs: 0, saved_cents: 0 } } };
const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

test('the next ticket stands first, with the way to its PIN; later ones are counted', async () => {
  const tickets = [
    order({ id: 43, pickup_start: soon(600), pickup_end: soon(660) }),
    order({ id: 42, pickup_start: soon(60), pickup_end: soon(120) }),
    order({ id: 41, state: 'collected' }),
  ];
  fakeApi({
    '/me': [me({})],
    '/orders': [{ body: { ...nothing.body, data: tickets } }],
    '/products': [nothing],
  });
  renderIn('en', page);
  expect(await screen.findByRole('link', { name: 'Show PIN' })).toHaveAttribute('href', '/orders/42');
  expect(screen.getByRole('timer')).toHaveTextContent(/59:\d\d|1:00:00/);
  expect(screen.getByRole('link', { name: 'And 1 more to collect' })).toBeVisible();
  expect(await screen.findByRole('heading', { level: 1, name: 'Hello, Marta.' })).toBeVisible();
});

test('a part that does not load says so and takes no other along', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  fakeApi({
    '/me': [me({ is_owner: true })],
    '/orders': ['lost'],
    '/seller/today': ['lost'],
    '/products': [nothing],
  });
  renderIn('en', page);
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(2));
  expect(screen.getByText(/None of your favourites/)).toBeVisible();
  expect(screen.getByText(/Nothing left near you/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'To the counter' })).toBeVisible();
});

test('no ticket, no shop: nothing of them is shown', async () => {
  fakeApi({ '/me': [me({})], '/orders': [nothing], '/products': [nothing] });
  renderIn('en', page);
  expect(await screen.findByText(/Nothing left near you/)).toBeVisible();
  expect(screen.queryByText('Your shop today')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Show PIN' })).toBeNull();
});

test.each([
  ['who this is', '/me'],
  ['whether a pack waits', '/orders'],
])('until it is known %s, bones stand there; the rest is asked for already', async (_, path) => {
  const { asked } = fakeApi({
    '/me': [me({})],
    '/orders': [nothing],
    '/products': [nothing],
    [path]: ['never'],
  });
  renderIn('en', page);
  // It would be moved by what comes.
  expect((await screen.findByText(/Nothing left near you/)).closest('.invisible')).not.toBeNull();
  expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
  expect(asked.filter((call) => call.path.endsWith('/products'))).toHaveLength(2);
});

test('then nothing is hidden', async () => {
  fakeApi({ '/me': [me({})], '/orders': [nothing], '/products': [nothing] });
  renderIn('en', page);
  const near = await screen.findByText(/Nothing left near you/);
  await waitFor(() => expect(near.closest('.invisible')).toBeNull());
});
