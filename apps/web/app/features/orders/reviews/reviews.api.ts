import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Reply } from '@wopack/contract/client';
import { call } from '../../../lib/api/api.ts';

export type Review = Reply<'listSellerReviews'>['data'][number];

export const reviewsQuery = (sellerId: number) =>
  infiniteQueryOptions({
    queryKey: ['reviews', sellerId],
    queryFn: ({ pageParam, signal }) =>
      call('listSellerReviews', {
        params: { id: sellerId },
        query: { limit: 10, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (lastPage) => lastPage.next_cursor,
  });
