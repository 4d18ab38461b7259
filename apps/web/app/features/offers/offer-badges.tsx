import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { IconButton } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { Pill } from '@wopack/ui/display/pill.tsx';
import {
  IconArrowsShuffle,
  IconCheck,
  IconFlameFilled,
  IconHeart,
  IconHeartFilled,
  IconHourglass,
} from '@wopack/ui/icons';
import { showErrorToast } from '@wopack/ui/overlay/toast.ts';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { call } from '../../lib/api/api.ts';
import { changeCached } from '../../lib/data/after-fetches.ts';
import { queryKeys } from '../../lib/data/shared-queries.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { paths, withNextPath } from '../../lib/paths.ts';
import { hasSession } from '../../lib/session/session.ts';
import { safeSessionStorage, writeStored } from '../../lib/storage/storage.ts';
import type { Offer, OfferDetail, OfferPages } from './offers.api.ts';

/** What the badges show of how the units are given out. */
type BadgeAllocation = Pick<NonNullable<Offer['allocation']>, 'mode' | 'can_wait' | 'mine'>;

interface Props {
  quantity: number;
  allocation?: BadgeAllocation | null | undefined;
  /** Why there is no slot at all: not sold out. */
  offSale?: 'paused' | 'noSlot' | null;
  className?: string;
}

/** Shown on a photo: the draw or the units left, red for the last one; sold out also the waitlist. */
export function QuantityPill({ quantity, allocation, offSale = null, className }: Props) {
  const { t } = useTranslation('offers');
  const { formatOrdinal } = useFormat();
  const { mode, mine } = allocation ?? {};
  const myState = mine?.state;
  if (myState === 'offered') {
    return (
      <Pill tone="photo" icon={<GreenCheck />} className={className}>
        {t('yourTurn')}
      </Pill>
    );
  }
  if (mode === 'draw') {
    return myState === 'entered' ? (
      <Pill tone="photo" icon={<GreenCheck />} className={className}>
        {t('entered')}
      </Pill>
    ) : (
      <Pill tone="contrast" icon={<IconArrowsShuffle className="text-brand" />} className={className}>
        {t('draw')}
      </Pill>
    );
  }
  if (quantity === 1) {
    return (
      <Pill tone="urgent" icon={<IconFlameFilled />} className={className}>
        {t('lastOne')}
      </Pill>
    );
  }
  if (quantity > 0) {
    return (
      <Pill tone="photo" className={className}>
        {t('left', { count: quantity })}
      </Pill>
    );
  }
  if (offSale) {
    return (
      <Pill tone="photo" className={className}>
        {t(`offSale.${offSale}`)}
      </Pill>
    );
  }
  const isInLine = myState === 'waiting' && mine?.place;
  return (
    <span className={cn('flex flex-wrap gap-1.5', className)}>
      <Pill tone="photo">{t('soldOut')}</Pill>
      {mode === 'waitlist' && (isInLine || allocation?.can_wait) ? (
        <Pill tone="photo" icon={<IconHourglass />}>
          {isInLine ? t('inLine', { place: formatOrdinal(isInLine) }) : t('waitlist')}
        </Pill>
      ) : null}
    </span>
  );
}

/** Why an offer has nothing to sell that could be sold out. */
export const findOffSale = ({ paused, slot_id: slotId }: Pick<OfferDetail, 'paused' | 'slot_id'>) =>
  paused ? 'paused' : slotId === null ? 'noSlot' : null;

const GreenCheck = () => <IconCheck className="text-[#1a7441]" stroke={3} />;

/** Below a card: people and packs of a draw with its closing time, or how many are in line. */
export function AllocationLine({ offer }: { offer: Offer }) {
  const { t } = useTranslation('offers');
  const { formatTime } = useFormat();
  const { allocation, sale_place: salePlace } = offer;
  if (allocation?.mode === 'draw' && allocation.draw?.state === 'open') {
    const { entries, units, closes_at: closesAt } = allocation.draw;
    return (
      <p className="text-sm font-medium text-muted">
        {t('drawLine', {
          people: t('people', { count: entries }),
          packs: t('packs', { count: units }),
        })}{' '}
        <b className="font-bold whitespace-nowrap text-text">
          {t('closesAt', { time: formatTime(closesAt, salePlace.time_zone) })}
        </b>
      </p>
    );
  }
  return allocation?.mode === 'waitlist' && allocation.waiting > 0 ? (
    <p className="text-sm font-medium">{t('waitingLine', { count: allocation.waiting })}</p>
  ) : null;
}

interface FavouriteButtonProps {
  offer: { id: number; name: string; is_favourite: boolean };
  variant?: 'photo' | 'flat';
  className?: string;
}

export function FavouriteButton({ offer, variant = 'photo', className }: FavouriteButtonProps) {
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
        if (!hasSession()) {
          writeStored('guestFavourite', offer.id, safeSessionStorage);
          void navigate(withNextPath(paths.auth, pathname + search));
        } else if (!isPending) mutate(!isFavourite);
      }}
      className={cn(isFavourite && (variant === 'photo' ? 'text-heart-photo!' : 'text-heart!'), className)}
    >
      {isFavourite ? (
        <IconHeartFilled className="animate-[heart-in_var(--t-base)_var(--ease-pop)]" />
      ) : (
        <IconHeart />
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
      if (reply.success)
        changeCached(queryClient, [queryKeys.offers, queryKeys.offer(id)], () =>
          setCachedFavourite(queryClient, id, reply.is_favourite),
        );
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
