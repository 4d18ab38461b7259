import { useTranslation } from 'react-i18next';
import { IconFlameFilled } from '#icons';
import { Pill } from '../../ui/display/pill.tsx';

/** Shown on a photo; red for the last unit. */
export function QuantityPill({ quantity, className }: { quantity: number; className?: string }) {
  const { t } = useTranslation('offers');
  if (quantity === 1) {
    return (
      <Pill tone="urgent" icon={<IconFlameFilled aria-hidden="true" />} className={className}>
        {t('lastOne')}
      </Pill>
    );
  }
  return (
    <Pill tone="photo" className={className}>
      {quantity > 0 ? t('left', { count: quantity }) : t('soldOut')}
    </Pill>
  );
}
