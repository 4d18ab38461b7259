import { IconShare } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { shareLink } from '../../../lib/browser/share.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { showToast } from '../../../ui/overlay/toast.ts';

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
