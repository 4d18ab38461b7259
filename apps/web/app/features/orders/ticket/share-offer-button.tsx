import { IconShare } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { shareLink } from '../../../lib/browser/share.ts';
import { paths } from '../../../lib/paths.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { showToast } from '../../../ui/overlay/toast.ts';
import type { BuyerOrder } from '../buyer-orders.api.ts';

/** Tells others of the pack by its public page; the ticket stays with its buyer. */
export function ShareOfferButton({
  product,
  className,
}: {
  product: BuyerOrder['product'];
  className?: string;
}) {
  const { t } = useTranslation('orders');
  const share = async () => {
    const outcome = await shareLink({
      title: product.name,
      url: location.origin + paths.offer(product.id),
    });
    if (outcome === 'copied') showToast(t('share.copied'));
    if (outcome === 'failed') showToast(t('share.failed'));
  };
  return (
    <IconButton variant="plain" label={t('share.action')} className={className} onClick={() => void share()}>
      <IconShare aria-hidden="true" />
    </IconButton>
  );
}
