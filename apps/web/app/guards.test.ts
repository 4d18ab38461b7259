import { createMemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import {
  requirePartner,
  requireSeller,
  requireSessionToPay,
  shouldRevalidateOnPathChange,
} from './guards.ts';
import { call } from './lib/api/api.ts';
import { queryClient } from './lib/api/query-client.ts';
import { removeStored, writeStored } from './lib/storage/storage.ts';

vi.mock(import('./lib/api/api.ts'), async (original) => ({ ...(await original()), call: vi.fn() }));

const sellerReply = { data: { is_owner: true } };
const callMock = vi.mocked(call) as unknown as ReturnType<typeof vi.fn>;

test('the next step of a page needs no request, another page loads the user', async () => {
  writeStored('token', 'token');
  callMock.mockResolvedValue(sellerReply);
  const loader = requireSeller;
  const router = createMemoryRouter(
    ['/wizard', '/day'].map((path) => ({ path, loader, shouldRevalidate: shouldRevalidateOnPathChange })),
    { initialEntries: ['/wizard'] },
  );
  await vi.waitFor(() => expect(router.state.initialized).toBe(true));
  // The cached user is stale, and the network slow.
  queryClient.clear();
  callMock.mockReturnValue(new Promise(() => {}));
  void router.navigate('/wizard?step=1');
  await vi.waitFor(() => expect(router.state.location.search).toBe('?step=1'));
  void router.navigate('/day');
  await vi.waitFor(() => expect(router.state.navigation.state).toBe('loading'));
  expect(callMock).toHaveBeenCalledTimes(2);
});

test.each([
  ['a partner', { is_partner: true }, 0, '/clients'],
  ['who brought people before leaving the programme', { is_partner: false }, 2, '/clients'],
  ['a plain client', { is_partner: false }, 0, '/account/affiliate'],
])('%s who opens the list of clients', async (_, me, clients, expectedPath) => {
  writeStored('token', 'token');
  queryClient.clear();
  callMock.mockImplementation(async (name: string) => ({
    data: name === 'getMe' ? me : { clients, sellers: 0 },
  }));
  const router = createMemoryRouter(
    [{ path: '/clients', loader: requirePartner }, { path: '/account/affiliate' }],
    { initialEntries: ['/clients'] },
  );
  await vi.waitFor(() => expect(router.state.initialized).toBe(true));
  expect(router.state.location.pathname).toBe(expectedPath);
});

test.each([
  [
    'a signed-out user with the link of a notice',
    null,
    '/offers/7?pay=9',
    '/auth?next=%2Foffers%2F7%3Fpay%3D9',
  ],
  ['a guest without it', null, '/offers/7', '/offers/7'],
  ['a signed-in user with it', 'token', '/offers/7?pay=9', '/offers/7?pay=9'],
])('%s who opens an offer', async (_, token, path, expectedPath) => {
  if (token) writeStored('token', token);
  else removeStored('token');
  const router = createMemoryRouter(
    [{ path: '/offers/:id', loader: requireSessionToPay }, { path: '/auth' }],
    { initialEntries: [path] },
  );
  await vi.waitFor(() => expect(router.state.initialized).toBe(true));
  const { pathname, search } = router.state.location;
  expect(pathname + search).toBe(expectedPath);
});
