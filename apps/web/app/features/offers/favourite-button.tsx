import { IconHeart, IconHeartFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { cn } from '../../lib/cn.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useFavourite } from './use-favourite.ts';

interface Props {
  offer: { id: number; name: string; is_favourite: boolean };
  variant?: 'photo' | 'flat';
  className?: string;
}

/** Keeps a pack among the favourites, or lets it go. */
export function FavouriteButton({ offer, variant = 'photo', className }: Props) {
  const { t } = useTranslation('offers');
  const { mutate, isPending } = useFavourite(offer.id);
  const isFavourite = offer.is_favourite;
  return (
    <IconButton
      variant={variant}
      label={t('favourite', { name: offer.name })}
      aria-pressed={isFavourite}
      aria-busy={isPending || undefined}
      onClick={() => {
        if (!isPending) mutate(!isFavourite);
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
