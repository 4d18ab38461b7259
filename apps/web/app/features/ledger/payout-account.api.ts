import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Reply } from '@wopack/contract/client';
import { call } from '../../lib/api/api.ts';
import { queryKeys } from '../../lib/data/shared-queries.ts';

export type PayoutAccount = Reply<'getPayoutAccount'>['data'];

const toBody = (businessId: number | null) => (businessId ? { business_id: businessId } : {});

/** At the payment provider: of the signed-in user, or of a business that is named. */
export const payoutAccountQuery = (businessId: number | null) =>
  queryOptions({
    queryKey: [...queryKeys.payout, 'account', businessId],
    queryFn: async ({ signal }) =>
      (await call('getPayoutAccount', { query: toBody(businessId), signal })).data,
  });

/** On the way back from the provider's page. */
export function useRefreshPayoutAccount(businessId: number | null) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('refreshPayoutAccount', { body: toBody(businessId) }),
    onSuccess: ({ data }) => queryClient.setQueryData(payoutAccountQuery(businessId).queryKey, data),
  });
}

/** Leaves for a page of the provider. */
export const useProviderPage = (businessId: number | null, page: 'onboarding' | 'account') =>
  useMutation({
    mutationFn: async () => {
      const name = page === 'onboarding' ? 'startOnboarding' : 'openProviderPage';
      const { url } = (await call(name, { body: toBody(businessId) })).data;
      location.assign(url);
    },
  });
