import { cx } from '../lib/cx.ts';
import { foodOfType, foodUrl } from './food.ts';

/** The small picture of a product type or place type; decoration beside its name. */
export function FoodIcon({ slug, className }: { slug: string; className?: string }) {
  return (
    <img
      src={foodUrl(foodOfType(slug))}
      alt=""
      width={96}
      height={96}
      loading="lazy"
      className={cx('shrink-0', className ?? 'size-6')}
    />
  );
}
