import { MIN_RATINGS } from '@wopack/domain';
import { useTranslation } from 'react-i18next';
import { IconStarFilled } from '#icons';
import { cn } from '../cn.ts';
import { formatDecimal } from '../format.ts';

/** The mean and the number of ratings; 'new' while there are fewer than three. */
export function Rating({
  value,
  count,
  className,
}: {
  value: number | null;
  count: number;
  className?: string;
}) {
  const { t, i18n } = useTranslation();
  const mean = value === null || count < MIN_RATINGS ? null : formatDecimal(value, i18n.language);
  return (
    <span className={cn('inline-flex items-center gap-1 text-sm font-semibold whitespace-nowrap', className)}>
      <IconStarFilled className="size-4 text-star" />
      {mean === null ? (
        t('ratingNew')
      ) : (
        <>
          <span className="sr-only">{t('ratingLabel', { mean, count })}</span>
          <span aria-hidden="true">{mean}</span>
          <span aria-hidden="true" className="font-normal text-muted">
            ({count})
          </span>
        </>
      )}
    </span>
  );
}

/** One to five stars; `label` for screen readers. */
export const Stars = ({ stars, label, className }: { stars: number; label: string; className?: string }) => (
  <span className={cn('inline-flex items-center gap-0.5', className)}>
    <span className="sr-only">{label}</span>
    {[1, 2, 3, 4, 5].map((star) => (
      <IconStarFilled
        key={star}
        className={cn('size-4', star <= stars ? 'text-star' : 'text-line-strong/50')}
      />
    ))}
  </span>
);
