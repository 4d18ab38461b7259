import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isApiError, type Reply } from '@wopack/contract/client';
import type { Language } from '@wopack/domain';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/api.ts';
import type { Position } from '../../lib/browser/position.ts';
import { MIN_QUERY_LENGTH } from '../../lib/browser/use-debounced-search.ts';
import { queryKeys } from '../../lib/data/shared-queries.ts';
import type { Coordinates } from './location/coordinates.ts';

export type SalePlace = Reply<'listMySalePlaces'>['data'][number];

/** Types of sale places with names in the user's language. */
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

/** Undefined until it is known; true when it cannot be known, since only a start leads elsewhere. */
export function useHasSalePlace(isSeller: boolean): boolean | undefined {
  const { i18n } = useTranslation();
  const { data, isError, isFetching } = useQuery({ ...mySalePlacesQuery(i18n.language), enabled: isSeller });
  if (isError || data?.length) return true;
  // An empty list that is fetched again may be from before the first registration.
  return data && !isFetching ? false : undefined;
}

export const mySalePlaceQuery = (id: number | null, language: string) =>
  queryOptions({
    queryKey: [...mySalePlacesQuery(language).queryKey, id],
    queryFn: async ({ signal }) => (await call('getMySalePlace', { params: { id: id! }, signal })).data,
    enabled: id !== null,
  });

export type SalePlaceProfile = Reply<'getSalePlace'>['data'];

/** What everybody sees of a sale place. */
export const salePlaceProfileQuery = (id: number, language: string) =>
  queryOptions({
    queryKey: ['sale-place', id, language],
    queryFn: async ({ signal }) => (await call('getSalePlace', { params: { id }, signal })).data,
  });

export type SellerProfile = Reply<'getSeller'>['data'];

export const sellerProfileQuery = (id: number, language: string) =>
  queryOptions({
    queryKey: ['about-seller', id, language],
    queryFn: async ({ signal }) => (await call('getSeller', { params: { id }, signal })).data,
  });

export type EstablishmentMatch = Reply<'searchEstablishments'>[number];

/** Establishments by name, nearest first. */
export const establishmentsQuery = (query: string, lang: string, near: Position | null) =>
  queryOptions({
    queryKey: ['places', lang, query, near],
    queryFn: async ({ signal }) =>
      preferEstablishments(await call('searchEstablishments', { query: { query, lang, ...near }, signal })),
    enabled: query.length >= MIN_QUERY_LENGTH,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

/** Null without such a city: an establishment there is not where another address of it is. */
export const cityQuery = (name: string, lang: string) =>
  queryOptions({
    queryKey: ['places', lang, name, 'city'],
    queryFn: async ({ signal }) =>
      (await call('searchEstablishments', { query: { query: name, lang }, signal })).find(
        ({ is_city }) => is_city,
      ) ?? null,
    enabled: name.length >= MIN_QUERY_LENGTH,
    staleTime: 60_000,
  });

/** Cities are returned only when no establishment matches, at most three. */
function preferEstablishments(results: EstablishmentMatch[]): EstablishmentMatch[] {
  const matches = results.filter(({ is_city }) => !is_city);
  return matches.length ? matches : results.slice(0, 3);
}

/** Five decimals are about a metre, so nearby positions share a cached address. */
const roundDegrees = (degrees: number): number => Math.round(degrees * 100_000) / 100_000;

/** Address of a position: its city, with street and number if a geocoding service is configured. */
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
  /** Null: not saved yet. */
  id: number | null;
  name: string;
  phone: string;
  address: string;
  /** Missing: unchanged, as are its language and its texts in other languages. */
  description?: string;
  language?: Language;
  descriptions?: Partial<Record<Language, string>>;
  categories: readonly number[];
  latitude: number;
  longitude: number;
  /** Missing: that of the position. */
  time_zone?: string;
  isHandWriteAddress: boolean;
}

/** Creates or updates a sale place; resolves to its id. With `createIfMissing` an unknown id creates a new one. */
export function useSaveSalePlace({ createIfMissing = false } = {}) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (salePlace: SalePlaceInput) => {
      try {
        return await saveSalePlace(salePlace);
      } catch (error) {
        // The id of a stored draft may have been deleted, or belong to another user.
        const isMissing = isApiError(error, 'notFound') && salePlace.id !== null;
        if (!isMissing || !createIfMissing) throw error;
        return saveSalePlace({ ...salePlace, id: null });
      }
    },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.seller });
    },
  });
}

export type LookAlike = Reply<'findLookAlikes'>['data'][number];

/** Other sellers' sale places that may be the same; none when it cannot be asked: the server compares all the same. */
export const findLookAlikes = async (place: Pick<SalePlaceInput, 'name' | 'latitude' | 'longitude'>) => {
  const { name, latitude, longitude } = place;
  try {
    return (await call('findLookAlikes', { query: { name, latitude, longitude } })).data;
  } catch {
    return [];
  }
};

interface Claim {
  id: number;
  text: string;
  phone: string;
  /** Paths of uploaded evidence. */
  photos: string[];
}

export const claimSalePlace = ({ id, text, phone, photos }: Claim) =>
  call('claimSalePlace', {
    params: { id },
    body: { text: text.trim(), phone: phone.trim(), ...(photos.length > 0 && { photos }) },
  });

export type PlaceClaims = Reply<'listMyPlaceClaims'>['data'];

export const myPlaceClaimsQuery = () =>
  queryOptions({
    queryKey: [...queryKeys.seller, 'place-claims'],
    queryFn: async ({ signal }) => (await call('listMyPlaceClaims', { signal })).data,
  });

export const answerPlaceClaim = ({ id, text }: { id: number; text: string }) =>
  call('answerPlaceClaim', { params: { id }, body: { text: text.trim() } });

/** Pauses all products of a sale place, or puts them back on sale. */
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
