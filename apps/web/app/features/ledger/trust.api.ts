import { queryOptions } from '@tanstack/react-query';
import type { Reply } from '@wopack/contract/client';
import { call } from '../../lib/api/api.ts';

export type TrustNight = Reply<'getTrust'>['data']['nights'][number];

export const trustQuery = queryOptions({
  queryKey: ['trust'],
  queryFn: async ({ signal }) => (await call('getTrust', { signal })).data,
  staleTime: 10 * 60_000,
});
