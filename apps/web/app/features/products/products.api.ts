import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Input, isApiError, type Reply } from '@wopack/contract/client';
import { call } from '../../lib/api/api.ts';
import { queryKeys } from '../../lib/data/shared-queries.ts';

export type MyProduct = Reply<'listMyProducts'>['data'][number];

/** Price tiers with value and earning. */
export const priceTiersQuery = queryOptions({
  queryKey: [...queryKeys.seller, 'price-tiers'],
  queryFn: async ({ signal }) => (await call('listPriceTiers', { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
});

const myProductsKey = [...queryKeys.seller, 'products'] as const;

export const myProductsQuery = (language: string) =>
  queryOptions({
    queryKey: [...myProductsKey, language],
    queryFn: async ({ signal }) => (await call('listMyProducts', { signal })).data,
  });

export const myProductQuery = (id: number | null, language: string) =>
  queryOptions({
    queryKey: [...myProductsKey, language, id],
    queryFn: async ({ signal }) => (await call('getMyProduct', { params: { id: id! }, signal })).data,
    enabled: id !== null,
  });

/** Creates a draft (`id` 0) or updates a product. With `createIfMissing` an unknown id creates a new product. */
export function useSaveProduct({ createIfMissing = false } = {}) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: Input<'saveProduct'>['body']) => {
      try {
        return (await call('saveProduct', { body })).data;
      } catch (error) {
        const isMissing = isApiError(error, 'notFound') && body.id !== 0;
        if (!isMissing || !createIfMissing) throw error;
        return (await call('saveProduct', { body: { ...body, id: 0 } })).data;
      }
    },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.seller });
    },
  });
}

/** Pauses a product, or puts it back on sale. */
export function usePauseProduct() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, paused }: { id: number; paused: boolean }) =>
      call('pauseProduct', { params: { id }, body: { paused } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.seller }),
  });
}

export function useDeleteProduct() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call('deleteProduct', { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: myProductsKey, refetchType: 'none' }),
  });
}

/** Saves hours and daily quantity, which puts the product on sale. */
export function useUpdateSchedule() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: Input<'updateSchedule'>['body']) =>
      (await call('updateSchedule', { body })).data,
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.seller });
    },
  });
}

/** Copies a product to sale places, linked or independent. */
export function useCopyProduct() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, ...body }: { id: number } & Input<'copyProduct'>['body']) =>
      (await call('copyProduct', { params: { id }, body })).data,
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.seller });
    },
  });
}

/** Links products of other sale places with a product: its text and photos replace theirs. */
export function useLinkProducts() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, productIds }: { id: number; productIds: number[] }) =>
      call('linkProducts', { params: { id }, body: { product_ids: productIds } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.seller }),
  });
}

/** Makes a linked product independent. */
export function useUnlinkProduct() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call('unlinkProduct', { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: myProductsKey }),
  });
}
