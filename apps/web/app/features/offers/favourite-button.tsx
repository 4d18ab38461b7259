import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { IconButton } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { IconHeart, IconHeartFilled } from '@wopack/ui/icons';
import { showErrorToast } from '@wopack/ui/overlay/toast.ts';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { call } from '../../lib/api/api.ts';
import { queryKeys } from '../../lib/data/shared-queries.ts';
import { paths, withNextPath } from '../../lib/paths.ts';
import { hasSession } from '../../lib/session/session.ts';
import type { OfferDetail, OfferPages } from './offers.api.ts';

interface Props {
  offer: { id: number; name: string; is_favourite: boolean };
  variant?: 'photo' | 'flat';
  className?: string;
}

export function FavouriteButton({ offer, variant = 'photo', className }: Props) {
  const { t } = useTranslation('offers');
  const { mutate, isPending } = useFavourite(offer.id);
  const isFavourite = offer.is_favourite;
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return (
    <IconButton
      variant={variant}
      label={t('favourite', { name: offer.name })}
      aria-pressed={isFavourite}
      aria-busy={isPending || undefined}
      onClick={() => {
        if (!hasSession()) void navigate(withNextPath(paths.auth, pathname + search));
        else if (!isPending) mutate(!isFavourite);
      }}
      className={cn(isFavourite && (variant === 'photo' ? 'text-heart-photo!' : 'text-heart!'), className)}
    >
      {isFavourite ? (
        <IconHeartFilled className="animate-[heart-in_var(--t-base)_var(--ease-pop)]" aria-hidden="true" />
      ) : (
        <IconHeart aria-hidden="true" />
      )}
    </IconButton>
  );
}

/** Not optimistic: all lists update when the server reports success. */
function useFavourite(id: number) {
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
  queryClient.setQueriesData<OfferPages>({ queryKey: queryKeys.offers }, (list) =>
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
  queryClient.setQueriesData<OfferDetail>({ queryKey: queryKeys.offer(id) }, (offer) =>
    offer ? { ...offer, is_favourite: isFavourite } : offer,
  );
  void queryClient.invalidateQueries({ queryKey: queryKeys.offers, refetchType: 'none' });
}
