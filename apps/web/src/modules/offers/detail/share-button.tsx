import { IconShare } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';
import { notify } from '../../../ui/toast.ts';

/** The device's own sharing, else the link is copied. */
export function ShareButton({ title, look }: { title: string; look: 'photo' | 'flat' }) {
  const { t } = useTranslation('offer');
  const share = async () => {
    const url = location.origin + location.pathname;
    try {
      if ('share' in navigator) await navigator.share({ title, url });
      else {
        await (navigator as Navigator).clipboard.writeText(url);
        notify(t('copied'));
      }
    } catch (error) {
      // Closing the share sheet is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) notify(t('shareFailed'));
    }
  };
  return (
    <IconButton look={look} label={t('share')} onClick={() => void share()}>
      <IconShare aria-hidden="true" />
    </IconButton>
  );
}
