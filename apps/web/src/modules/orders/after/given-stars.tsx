import { IconStarFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../lib/cx.ts';

/** The stars somebody gave. */
export function GivenStars({ stars, className }: { stars: number; className?: string }) {
  const { t } = useTranslation('orders');
  return (
    <span className={cx('inline-flex items-center gap-0.5', className)}>
      <span className="sr-only">{t('rate.given', { count: stars })}</span>
      {[1, 2, 3, 4, 5].map((star) => (
        <IconStarFilled
          key={star}
          aria-hidden="true"
          className={cx('size-4', star <= stars ? 'text-star' : 'text-line-strong/50')}
        />
      ))}
    </span>
  );
}
