import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CACHED_RESPONSE_HEADER } from '../offline/offline-cache.ts';
import { createSessionClient } from './api.ts';
import { trackCachedQueries, useCopiesSince, useIsCachedDataShown } from './cached-queries.ts';

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
    return Response.json({ data: [] }, { headers: { [CACHED_RESPONSE_HEADER]: '1', ...(date && { date }) } });
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
