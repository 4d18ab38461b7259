import { IconNavigation } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { buildDirectionsUrl } from '../../lib/browser/build-directions-url.ts';
import { buttonVariants } from '../../ui/button.tsx';
import type { BuyerOrder } from './buyer-orders.api.ts';

/** How to get there. */
export function DirectionsLink({ order, variant }: { order: BuyerOrder; variant: 'primary' | 'soft' }) {
  const { t } = useTranslation('orders');
  return (
    <a
      href={buildDirectionsUrl(order.sale_place)}
      target="_blank"
      rel="noreferrer"
      className={buttonVariants({ variant, fullWidth: true })}
    >
      <IconNavigation aria-hidden="true" />
      {t('directions')}
      <span className="sr-only"> ({t('newTab')})</span>
    </a>
  );
}
