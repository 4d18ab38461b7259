import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../api/api.ts';

/** Kinds of pack, named in the person's language. */
export const productTypesQuery = (language: string) =>
  queryOptions({
    queryKey: ['product-types', language],
    queryFn: async ({ signal }) => (await call('listProductTypes', { signal })).data,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
