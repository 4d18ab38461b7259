import { cx } from '../lib/cx.ts';
import { typeFood } from './type-food.ts';

/** The small picture of a product type or place type; decoration beside its name. */
export function FoodIcon({ slug, className }: { slug: string; className?: string }) {
  return (
    <img
      src={typeFood(slug)}
      alt=""
      width={96}
      height={96}
      loading="lazy"
      className={cx('shrink-0', className ?? 'size-6')}
    />
  );
}
