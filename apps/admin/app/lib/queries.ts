import { QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError } from '@wopack/contract/client';
import { MINUTE_MS } from '@wopack/domain';
import { call } from './api.ts';
import { type RecordName, type ResourceName, readPage, readRecord } from './resources.ts';

/** An answer that the server gave is not asked for again; a lost one once more. */
const isWorthRetrying = (failureCount: number, error: unknown): boolean =>
  failureCount < 1 && !(error instanceof ApiError && error.status > 0 && error.status < 500);

export const queryClient = new QueryClient({ defaultOptions: { queries: { retry: isWorthRetrying } } });

/** The signed-in operator. */
export const operatorQuery = queryOptions({
  queryKey: ['operator'],
  queryFn: async ({ signal }) => (await call('getOperator', { signal })).data,
  staleTime: 60_000,
});

/** The figures of the first page, and the numbers in the menu. */
export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: async ({ signal }) => (await call('getDashboard', { signal })).data,
  staleTime: 60_000,
  refetchInterval: 5 * MINUTE_MS,
});

/** A page of a list, and how long it took, network included. */
export const pageQuery = <R extends ResourceName>(resource: R, query: Record<string, unknown>) =>
  queryOptions({
    queryKey: [resource, 'page', query],
    queryFn: async ({ signal }) => {
      const startedAt = performance.now();
      const page = await readPage(resource, query, signal);
      return { ...page, answeredMs: Math.max(1, Math.round(performance.now() - startedAt)) };
    },
  });

/** One record with everything its page shows. */
export const recordQuery = <R extends RecordName>(resource: R, id: number) =>
  queryOptions({
    queryKey: [resource, 'record', id],
    queryFn: ({ signal }) => readRecord(resource, id, signal),
  });
