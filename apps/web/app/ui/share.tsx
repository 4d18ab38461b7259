import { IconButton } from '@wopack/ui/button.tsx';
import { IconShare } from '@wopack/ui/icons';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import { useTranslation } from 'react-i18next';

interface ShareContent {
  title: string;
  url: string;
}

/** Uses the device's share sheet, else copies the link. */
export async function shareLink({ title, url }: ShareContent): Promise<'shared' | 'copied' | 'failed'> {
  try {
    if ('share' in navigator) {
      await navigator.share({ title, url });
      return 'shared';
    }
    await (navigator as Navigator).clipboard.writeText(url);
    return 'copied';
  } catch (error) {
    // Closing the share sheet is not an error.
    return error instanceof DOMException && error.name === 'AbortError' ? 'shared' : 'failed';
  }
}

/** Shares the page of an offer or a sale place. */
export function ShareButton({ title, variant }: { title: string; variant: 'photo' | 'flat' }) {
  const { t } = useTranslation('offer');
  const share = async () => {
    const outcome = await shareLink({ title, url: location.origin + location.pathname });
    if (outcome === 'copied') showToast(t('copied'));
    if (outcome === 'failed') showToast(t('shareFailed'));
  };
  return (
    <IconButton variant={variant} label={t('share')} onClick={() => void share()}>
      <IconShare />
    </IconButton>
  );
}
