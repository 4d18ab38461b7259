import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { showErrorToast } from '../../ui/overlay/toast.ts';
import type { OfferDetail, OfferPages } from './offers.api.ts';

/** Sets the heart of a pack; it flips in every list only when the server reports success. */
export function useFavourite(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (isFavourite: boolean) =>
      (await call('toggleFavourite', { params: { id }, body: { is_favourite: isFavourite } })).data,
    onSuccess: (reply) => {
      if (reply.success) setCachedFavourite(queryClient, id, reply.is_favourite);
    },
    onError: showErrorToast,
  });
}

function setCachedFavourite(queryClient: QueryClient, id: number, isFavourite: boolean): void {
  queryClient.setQueriesData<OfferPages>({ queryKey: ['offers'] }, (list) =>
    list
      ? {
          ...list,
          pages: list.pages.map((page) => ({
            ...page,
            data: page.data.map((offer) =>
              offer.id === id ? { ...offer, is_favourite: isFavourite } : offer,
            ),
          })),
        }
      : list,
  );
  queryClient.setQueriesData<OfferDetail>({ queryKey: ['offer', id] }, (offer) =>
    offer ? { ...offer, is_favourite: isFavourite } : offer,
  );
  void queryClient.invalidateQueries({ queryKey: ['offers'], refetchType: 'none' });
}
