import { queryOptions, useMutation } from '@tanstack/react-query';
import type { Input, Reply } from '@wopack/contract/client';
import { call } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/api/query-client.ts';

export type Business = NonNullable<Reply<'getBusiness'>['data']>;

/** Who the signed-in person is by law; null until they say. */
export const businessQuery = queryOptions({
  queryKey: ['business'],
  queryFn: async ({ signal }) => (await call('getBusiness', { signal })).data,
});

export const useUpdateBusiness = () =>
  useMutation({
    mutationFn: async (body: Input<'updateBusiness'>['body']) =>
      (await call('updateBusiness', { body })).data,
    onSuccess: (business) => queryClient.setQueryData(businessQuery.queryKey, business),
  });
