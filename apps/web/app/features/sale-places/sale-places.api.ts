import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, type Reply } from '@wopack/contract/client';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/api.ts';
import { queryKeys } from '../../lib/data/query-keys.ts';

export type SalePlace = Reply<'listMySalePlaces'>['data'][number];

/** Kinds of venue, named in the person's language. */
export function useSalePlaceTypes() {
  const { i18n } = useTranslation();
  return useQuery({
    queryKey: ['sale-place-types', i18n.language],
    queryFn: async ({ signal }) => (await call('listSalePlaceTypes', { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useMySalePlaces() {
  const { i18n } = useTranslation();
  return useQuery({
    queryKey: [...queryKeys.seller, 'sale-places', i18n.language],
    queryFn: async ({ signal }) => (await call('listMySalePlaces', { signal })).data,
  });
}

export function useMySalePlace(id: number | null) {
  const { i18n } = useTranslation();
  return useQuery({
    queryKey: [...queryKeys.seller, 'sale-places', i18n.language, id],
    queryFn: async ({ signal }) => (await call('getMySalePlace', { params: { id: id! }, signal })).data,
    enabled: id !== null,
  });
}

export interface SalePlaceInput {
  /** When it was saved before. */
  id: number | null;
  name: string;
  phone: string;
  address: string;
  /** Missing: stays as it is. */
  description?: string;
  categories: readonly number[];
  latitude: number;
  longitude: number;
  isHandWriteAddress: boolean;
}

/** Registers the venue, or changes it; answers its id. With `orNew` an id that is gone makes a new one. */
export function useSaveSalePlace({ createIfMissing = false } = {}) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (salePlace: SalePlaceInput) => {
      try {
        return await saveSalePlace(salePlace);
      } catch (error) {
        // The id was kept from a registration that is gone, or somebody else's: it is a new place then.
        const isMissing = error instanceof ApiError && error.code === 4 && salePlace.id !== null;
        if (!isMissing || !createIfMissing) throw error;
        return saveSalePlace({ ...salePlace, id: null });
      }
    },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.seller });
    },
  });
}

/** Takes the packs of a venue off sale for a while, or puts them back. */
export function usePauseSalePlace() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, paused }: { id: number; paused: boolean }) =>
      call('pauseSalePlace', { params: { id }, body: { paused } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.seller }),
  });
}

export function useDeleteSalePlace() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call('deleteSalePlace', { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.seller, refetchType: 'none' }),
  });
}

async function saveSalePlace({ id, categories, ...salePlace }: SalePlaceInput): Promise<number> {
  const { data } = await call('saveSalePlace', {
    body: {
      ...salePlace,
      categories: JSON.stringify(categories),
      ...(id !== null && { id }),
    },
  });
  return data.id;
}
