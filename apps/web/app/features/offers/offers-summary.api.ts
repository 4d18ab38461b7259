import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';

/** What is on sale this moment, for everybody; the server counts twice a minute. */
export const offersSummaryQuery = (language: string) =>
  queryOptions({
    queryKey: ['on-sale-now', language],
    queryFn: async ({ signal }) => (await call('getOffersSummary', { signal })).data,
    refetchInterval: 30_000,
  });
