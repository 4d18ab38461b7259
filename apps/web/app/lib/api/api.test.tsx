import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { createClient } from '@wopack/contract/client';
import { createMemoryRouter } from 'react-router';
import { describe, expect, test, vi } from 'vitest';
import { fakeApi, htmlResponse, truncatedResponse } from '../../../test/fake-api.tsx';
import { seller } from '../../../test/me.ts';
import { startSellerQueries, startUserQueries } from '../data/shared-queries.ts';
import { CACHED_RESPONSE_HEADER } from '../offline/offline-cache.ts';
import { writeStored } from '../storage/storage.ts';
import { call, createSessionClient } from './api.ts';
import {
  ME_KEY,
  queryClient,
  shouldRetry,
  trackCachedQueries,
  useCopiesSince,
  useIsCachedDataShown,
} from './query-client.ts';
import { uploadPhoto } from './upload.ts';

describe('calls', () => {
  const createTestClient = (response: () => Response) =>
    createClient({ host: '', token: () => null, language: () => 'en', fetch: async () => response() });

  test.each([
    ['JSON that breaks off', 'getMe', truncatedResponse],
    ['a file that breaks off', 'exportAffiliateCsv', truncatedResponse],
    ['a page instead of JSON', 'getMe', htmlResponse],
  ] as const)('%s is no answer', async (_, name, response) => {
    await expect(createTestClient(response)(name)).rejects.toMatchObject({ name: 'ApiError', status: 0 });
  });

  test('a response aborted by the caller is reported as aborted', async () => {
    const caller = new AbortController();
    const client = createTestClient(() => {
      caller.abort();
      return truncatedResponse();
    });
    await expect(client('getMe', { signal: caller.signal })).rejects.not.toMatchObject({ name: 'ApiError' });
  });

  test.each([
    ['a call without a response is sent once more', true, 2],
    ['without a connection a page says so at once: nothing is sent again', false, 1],
  ] as const)('%s', async (_, isOnline, expectedCount) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    const send = vi.fn(htmlResponse);
    const call = createTestClient(send);
    const query = queryClient.query({
      queryKey: [isOnline],
      queryFn: () => call('getMe'),
      retry: shouldRetry,
      retryDelay: 0,
    });
    await expect(query).rejects.toMatchObject({ status: 0 });
    expect(send).toHaveBeenCalledTimes(expectedCount);
  });

  test('a photo removed before its upload starts is not sent', async () => {
    const send = vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(() => undefined);
    const upload = uploadPhoto(new Blob(['photo']), {
      onProgress: () => undefined,
      signal: AbortSignal.abort(),
    });
    await expect(upload).rejects.toMatchObject({ name: 'AbortError' });
    expect(send).not.toHaveBeenCalled();
  });

  test('a refusal without JSON keeps its status', async () => {
    const client = createTestClient(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    await expect(client('getMe')).rejects.toMatchObject({ status: 502 });
  });

  test('calls name the business that the page shows', async () => {
    const named: (string | null)[] = [];
    const call = createSessionClient(async (_address, { headers }) => {
      named.push(new Headers(headers).get('wopack-business'));
      return Response.json({ data: [] });
    });
    await call('listMySalePlaces');
    queryClient.setQueryData(ME_KEY, { ...seller, business: { id: 7, role: 'counter' } });
    await call('listMySalePlaces');
    queryClient.setQueryData(ME_KEY, { ...seller, business: null });
    await call('listMySalePlaces');
    expect(named).toEqual([null, '7', null]);
  });

  const fromServer = () => Response.json({ data: 1 });
  const fromCache = () => Response.json({ data: 1 }, { headers: { [CACHED_RESPONSE_HEADER]: '1' } });

  test('cached data is reported while a page shows it and until the server has responded', async () => {
    let respond = fromCache;
    const client = new QueryClient({
      defaultOptions: { queries: { persister: trackCachedQueries, retry: false, networkMode: 'always' } },
    });
    const call = createSessionClient(async () => respond());
    const useTestQuery = ({ isMounted }: { isMounted: boolean }) => {
      useQuery({ queryKey: ['me'], queryFn: ({ signal }) => call('getMe', { signal }), enabled: isMounted });
      return useIsCachedDataShown();
    };
    const { result, rerender } = renderHook(useTestQuery, {
      initialProps: { isMounted: true },
      wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
    });
    await waitFor(() => expect(result.current).toBe(true));
    rerender({ isMounted: false });
    await waitFor(() => expect(result.current).toBe(false));
    rerender({ isMounted: true });
    await waitFor(() => expect(result.current).toBe(true));

    const failing = () => Response.error();
    respond = failing;
    await act(() => client.refetchQueries());
    expect(result.current).toBe(true);
    respond = fromServer;
    await act(() => client.refetchQueries());
    await waitFor(() => expect(result.current).toBe(false));
  });

  test('of several cached responses the oldest one’s date counts; one without a date is ignored', async () => {
    const dates: Record<string, string> = {
      '/api/v1/me': 'Fri, 20 Nov 2026 12:00:00 GMT',
      '/api/v1/product_types': 'Thu, 19 Nov 2026 12:00:00 GMT',
    };
    const client = new QueryClient({
      defaultOptions: { queries: { persister: trackCachedQueries, retry: false, networkMode: 'always' } },
    });
    const call = createSessionClient(async (address) => {
      const date = dates[new URL(address, location.origin).pathname];
      return Response.json(
        { data: [] },
        { headers: { [CACHED_RESPONSE_HEADER]: '1', ...(date && { date }) } },
      );
    });
    const { result, rerender } = renderHook(
      ({ types }) => {
        useQuery({ queryKey: ['me'], queryFn: ({ signal }) => call('getMe', { signal }) });
        useQuery({ queryKey: ['places'], queryFn: ({ signal }) => call('listMySalePlaces', { signal }) });
        useQuery({
          queryKey: ['types'],
          queryFn: ({ signal }) => call('listProductTypes', { signal }),
          enabled: types,
        });
        return useCopiesSince();
      },
      {
        initialProps: { types: false },
        wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
      },
    );
    await waitFor(() => expect(result.current).toBe(Date.parse('2026-11-20T12:00:00Z')));
    rerender({ types: true });
    await waitFor(() => expect(result.current).toBe(Date.parse('2026-11-19T12:00:00Z')));
  });
});

describe('queries of a page', () => {
  const queryKey = ['orders'];
  const startOrders = () => [
    queryClient.query({ queryKey, queryFn: () => call('listOrders'), retry: false }),
  ];

  async function openPage(loader: () => null) {
    const router = createMemoryRouter([{ path: '/', loader }]);
    await waitFor(() => expect(router.state.initialized).toBe(true));
    return router;
  }

  test('a page opens while its queries are pending', async () => {
    writeStored('token', 'token');
    const { requests } = fakeApi({ '/orders': ['pending'] });
    const router = await openPage(() => startUserQueries(startOrders));
    expect(router.state.errors).toBeNull();
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(queryClient.getQueryState(queryKey)?.fetchStatus).toBe('fetching');
  });

  test('a failed query does not fail the navigation', async () => {
    writeStored('token', 'token');
    fakeApi({ '/orders': [{ status: 404, body: { code: 4, message: 'Gone' } }] });
    const router = await openPage(() => startUserQueries(startOrders));
    await waitFor(() => expect(queryClient.getQueryState(queryKey)?.status).toBe('error'));
    expect(router.state.errors).toBeNull();
  });

  test('nothing is requested without a session', async () => {
    await openPage(() => startUserQueries(startOrders));
    await openPage(() => startSellerQueries(startOrders));
    expect(queryClient.getQueryCache().getAll()).toEqual([]);
  });

  test.each([
    [{ id: 1, role: 'owner' }, 'fetching'],
    [null, undefined],
  ])('seller data is requested by members of a business only: %o', async (business, expectedStatus) => {
    writeStored('token', 'token');
    fakeApi({ '/me': [{ body: { data: { id: 1, business } } }], '/orders': ['pending'] });
    await openPage(() => startSellerQueries(startOrders));
    await waitFor(() => expect(queryClient.getQueryData(['me'])).toMatchObject({ business }));
    await Promise.resolve();
    expect(queryClient.getQueryState(queryKey)?.fetchStatus).toBe(expectedStatus);
  });
});
