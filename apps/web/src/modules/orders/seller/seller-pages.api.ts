import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Input, Reply } from '@wopack/contract/client';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api.ts';

type SellerOrder = Reply<'listSellerOrders'>['data'][number];
export type OrderState = SellerOrder['state'];

interface Page {
  data: SellerOrder[];
  next_cursor: string | null;
}

const pages = (
  key: readonly unknown[],
  load: (cursor: string | undefined, signal: AbortSignal) => Promise<Page>,
) =>
  infiniteQueryOptions({
    queryKey: ['seller', ...key],
    queryFn: ({ pageParam, signal }) => load(pageParam ?? undefined, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last: Page) => last.next_cursor,
  });

/** Orders ahead or behind, page by page; of one venue or, with null, of all. */
export function useSellerPages(placeId: number | null, when: 'upcoming' | 'past', state: OrderState | null) {
  const { i18n } = useTranslation();
  return useInfiniteQuery(
    pages(['orders', when, placeId, state, i18n.language], (cursor, signal) => {
      const query = {
        sale_place_id: placeId ?? undefined,
        when,
        state: state ?? undefined,
        cursor,
        limit: 50,
      };
      return call('listSellerOrders', { query, signal });
    }),
  );
}

/** What buyers reported, those without an answer alone if wished. */
export function useSellerReports(placeId: number | null, open: boolean) {
  const { i18n } = useTranslation();
  return useInfiniteQuery(
    pages(['reports', placeId, open, i18n.language], (cursor, signal) => {
      const query = {
        sale_place_id: placeId ?? undefined,
        open: open ? ('yes' as const) : undefined,
        cursor,
      };
      return call('listSellerReports', { query, signal });
    }),
  );
}

export const useCancelAsStore = () =>
  useStep(({ id, reason }: { id: number; reason: string }) =>
    call('cancelSellerOrder', { params: { id }, body: { reason } }),
  );

export const useCancelSlot = () =>
  useStep(({ id, reason }: { id: number; reason: string }) =>
    call('cancelSlot', { params: { id }, body: { reason } }),
  );

export const useAnswerReport = (id: number) =>
  useStep((body: Input<'answerReport'>['body']) => call('answerReport', { params: { id }, body }));

/** Whatever came of it, everything of the seller's is asked for anew. */
function useStep<V, R>(step: (values: V) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: step,
    onSettled: () => void client.invalidateQueries({ queryKey: ['seller'] }),
  });
}
