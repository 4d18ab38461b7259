import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, type Input, type Reply } from '@wopack/contract/client';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/api.ts';
import { uploadPhoto } from '../../lib/api/upload.ts';
import { queryKeys } from '../../lib/data/query-keys.ts';

export type MyProduct = Reply<'listMyProducts'>['data'][number];

/** The prices a pack may have, with its value and what the seller receives. */
export const usePriceTiers = () =>
  useQuery({
    queryKey: [...queryKeys.seller, 'price-tiers'],
    queryFn: async ({ signal }) => (await call('listPriceTiers', { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });

export function useMyProducts() {
  const { i18n } = useTranslation();
  return useQuery({
    queryKey: [...queryKeys.seller, 'products', i18n.language],
    queryFn: async ({ signal }) => (await call('listMyProducts', { signal })).data,
  });
}

interface PhotoUpload {
  file: File;
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
}

export const useUploadPhoto = () =>
  useMutation({ mutationFn: ({ file, ...options }: PhotoUpload) => uploadPhoto(file, options) });

export function useMyProduct(id: number | null) {
  const { i18n } = useTranslation();
  return useQuery({
    queryKey: [...queryKeys.seller, 'products', i18n.language, id],
    queryFn: async ({ signal }) => (await call('getMyProduct', { params: { id: id! }, signal })).data,
    enabled: id !== null,
  });
}

/** Saves a new pack as a draft (`id` 0), or changes one. With `orNew` an id that is gone makes a new one. */
export function useSaveProduct({ createIfMissing = false } = {}) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: Input<'saveProduct'>['body']) => {
      try {
        return (await call('saveProduct', { body })).data;
      } catch (error) {
        const isMissing = error instanceof ApiError && error.code === 4 && body.id !== 0;
        if (!isMissing || !createIfMissing) throw error;
        return (await call('saveProduct', { body: { ...body, id: 0 } })).data;
      }
    },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.seller });
    },
  });
}

/** Takes a pack off sale for a while, or puts it back. */
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
    onSuccess: () =>
      queryClient.invalidateQueries({ queryKey: [...queryKeys.seller, 'products'], refetchType: 'none' }),
  });
}

/** Sets hours and daily quantity, which puts the pack on sale. */
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
