import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, type Reply } from '@wopack/contract/client';
import { call } from '../../lib/api/api.ts';
import type { Position } from '../../lib/browser/position.ts';
import { MIN_QUERY_LENGTH } from '../../lib/browser/use-debounced-search.ts';
import { queryKeys } from '../../lib/data/shared-queries.ts';
import type { Coordinates } from './location/coordinates.ts';

export type SalePlace = Reply<'listMySalePlaces'>['data'][number];

/** Kinds of venue, named in the person's language. */
export const salePlaceTypesQuery = (language: string) =>
  queryOptions({
    queryKey: ['sale-place-types', language],
    queryFn: async ({ signal }) => (await call('listSalePlaceTypes', { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const mySalePlacesQuery = (language: string) =>
  queryOptions({
    queryKey: [...queryKeys.seller, 'sale-places', language],
    queryFn: async ({ signal }) => (await call('listMySalePlaces', { signal })).data,
  });

export const mySalePlaceQuery = (id: number | null, language: string) =>
  queryOptions({
    queryKey: [...mySalePlacesQuery(language).queryKey, id],
    queryFn: async ({ signal }) => (await call('getMySalePlace', { params: { id: id! }, signal })).data,
    enabled: id !== null,
  });

export type SellerProfile = Reply<'getSeller'>['data'];

export const sellerProfileQuery = (id: number, language: string) =>
  queryOptions({
    queryKey: ['about-seller', id, language],
    queryFn: async ({ signal }) => (await call('getSeller', { params: { id }, signal })).data,
  });

export type EstablishmentMatch = Reply<'searchEstablishments'>[number];

/** Establishments of a name, the near ones first. */
export const establishmentsQuery = (query: string, lang: string, near: Position | null) =>
  queryOptions({
    queryKey: ['places', lang, query, near],
    queryFn: async ({ signal }) =>
      preferEstablishments(await call('searchEstablishments', { query: { query, lang, ...near }, signal })),
    enabled: query.length >= MIN_QUERY_LENGTH,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

/** A few cities, to begin with, only where no establishment has the name. */
function preferEstablishments(results: EstablishmentMatch[]): EstablishmentMatch[] {
  const matches = results.filter(({ is_city }) => !is_city);
  return matches.length ? matches : results.slice(0, 3);
}

/** A metre is near enough to say which door it is. */
const roundDegrees = (degrees: number): number => Math.round(degrees * 100_000) / 100_000;

/** What stands at a spot: its city, and street and number where a service that knows them is configured. */
export const addressQuery = ({ latitude, longitude }: Coordinates, lang: string) => {
  const position = { latitude: roundDegrees(latitude), longitude: roundDegrees(longitude) };
  return queryOptions({
    queryKey: ['spot', lang, position],
    queryFn: async ({ signal }) =>
      (await call('reverseGeocode', { query: { ...position, lang }, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
};

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
