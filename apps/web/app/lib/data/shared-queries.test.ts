import { createMemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeApi } from '../../../test/fake-api.tsx';
import { call } from '../api/api.ts';
import { queryClient } from '../api/query-client.ts';
import { writeStored } from '../storage/storage.ts';
import { startSellerQueries, startUserQueries } from './shared-queries.ts';

const queryKey = ['orders'];
const startOrders = () => [queryClient.query({ queryKey, queryFn: () => call('listOrders'), retry: false })];

beforeEach(() => queryClient.clear());

async function openPage(loader: () => null) {
  const router = createMemoryRouter([{ path: '/', loader }]);
  await vi.waitFor(() => expect(router.state.initialized).toBe(true));
  return router;
}

test('a page opens while its queries are pending', async () => {
  writeStored('token', 'token');
  const { requests } = fakeApi({ '/orders': ['pending'] });
  const router = await openPage(() => startUserQueries(startOrders));
  expect(router.state.errors).toBeNull();
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  expect(queryClient.getQueryState(queryKey)?.fetchStatus).toBe('fetching');
});

test('a failed query does not fail the navigation', async () => {
  writeStored('token', 'token');
  fakeApi({ '/orders': [{ status: 404, body: { code: 4, message: 'Gone' } }] });
  const router = await openPage(() => startUserQueries(startOrders));
  await vi.waitFor(() => expect(queryClient.getQueryState(queryKey)?.status).toBe('error'));
  expect(router.state.errors).toBeNull();
});

test('nothing is requested without a session', async () => {
  await openPage(() => startUserQueries(startOrders));
  await openPage(() => startSellerQueries(startOrders));
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
});

test.each([
  [true, 'fetching'],
  [false, undefined],
])('seller data is requested by sellers only: %s', async (is_owner, expectedStatus) => {
  writeStored('token', 'token');
  fakeApi({ '/me': [{ body: { data: { id: 1, is_owner } } }], '/orders': ['pending'] });
  await openPage(() => startSellerQueries(startOrders));
  await vi.waitFor(() => expect(queryClient.getQueryData(['me'])).toMatchObject({ is_owner }));
  await Promise.resolve();
  expect(queryClient.getQueryState(queryKey)?.fetchStatus).toBe(expectedStatus);
});
