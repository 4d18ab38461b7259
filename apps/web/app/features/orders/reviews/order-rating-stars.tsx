import { Stars } from '@wopack/ui/display/rating.tsx';
import { useTranslation } from 'react-i18next';

export function OrderRatingStars({ stars, className }: { stars: number; className?: string }) {
  const { t } = useTranslation('orders');
  return <Stars stars={stars} label={t('rate.given', { count: stars })} className={className} />;
}
