import { IconButton } from '@wopack/ui/button.tsx';
import { IconShare } from '@wopack/ui/icons';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import type { ComponentProps } from 'react';
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

/** False when the browser refuses access to the clipboard. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

interface Props {
  title: string;
  /** By default that of the page. */
  path?: string;
  label?: string;
  variant: ComponentProps<typeof IconButton>['variant'];
  className?: string;
}

/** Shares the page of an offer or a sale place. */
export function ShareButton({ title, path = location.pathname, label, variant, className }: Props) {
  const { t } = useTranslation();
  const share = async () => {
    const outcome = await shareLink({ title, url: location.origin + path });
    if (outcome === 'copied') showToast(t('share.copied'));
    if (outcome === 'failed') showToast(t('share.failed'));
  };
  return (
    <IconButton
      variant={variant}
      label={label ?? t('share.action')}
      className={className}
      onClick={() => void share()}
    >
      <IconShare />
    </IconButton>
  );
}
