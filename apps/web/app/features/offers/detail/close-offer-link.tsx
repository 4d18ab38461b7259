import { IconShare, IconX } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { shareLink } from '../../../lib/browser/share.ts';
import { paths } from '../../../lib/paths.ts';
import { IconButton, iconButtonVariants } from '../../../ui/icon-button.tsx';
import { showToast } from '../../../ui/overlay/toast.ts';

/** On a phone, where a pack hides the tab bar: back to the list. */
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

/** The way back to the list this pack was opened from, where its position is restored; else to all offers. */
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

/** The device's own sharing, else the link is copied. */
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
