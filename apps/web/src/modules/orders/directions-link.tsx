import { IconNavigation } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { directionsLink } from '../../lib/maps-link.ts';
import { buttonClass } from '../../ui/button.tsx';
import type { MyOrder } from './my-orders.api.ts';

/** How to get there. */
export function DirectionsLink({ order, look }: { order: MyOrder; look: 'primary' | 'soft' }) {
  const { t } = useTranslation('orders');
  return (
    <a
      href={directionsLink(order.sale_place)}
      target="_blank"
      rel="noreferrer"
      className={buttonClass({ look, block: true })}
    >
      <IconNavigation aria-hidden="true" />
      {t('directions')}
      <span className="sr-only"> ({t('newTab')})</span>
    </a>
  );
}
