import { IconButton, iconButtonVariants } from '@wopack/ui/button.tsx';
import { IconShare, IconX } from '@wopack/ui/icons';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { shareLink } from '../../../lib/browser/share.ts';
import { paths } from '../../../lib/paths.ts';

export function CloseOfferLink() {
  const { t } = useTranslation();
  const { to, onClick } = useBackToOffers();
  return (
    <Link
      to={to}
      onClick={onClick}
      aria-label={t('close')}
      className={iconButtonVariants({ variant: 'photo' })}
    >
      <IconX aria-hidden="true" />
    </Link>
  );
}

/** Back to the list this offer was opened from, where its scroll position is restored; else to all offers. */
export function useBackToOffers() {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { from?: unknown } | null };
  const fromPath = state?.from === paths.favourites || state?.from === paths.offers ? state.from : null;
  return {
    to: fromPath ?? paths.offers,
    isFromFavourites: fromPath === paths.favourites,
    onClick: (event: MouseEvent) => {
      if (!fromPath || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      void navigate(-1);
    },
  };
}

/** Uses the device's share sheet, else copies the link. */
export function ShareButton({ title, variant }: { title: string; variant: 'photo' | 'flat' }) {
  const { t } = useTranslation('offer');
  const share = async () => {
    const outcome = await shareLink({ title, url: location.origin + location.pathname });
    if (outcome === 'copied') showToast(t('copied'));
    if (outcome === 'failed') showToast(t('shareFailed'));
  };
  return (
    <IconButton variant={variant} label={t('share')} onClick={() => void share()}>
      <IconShare aria-hidden="true" />
    </IconButton>
  );
}
