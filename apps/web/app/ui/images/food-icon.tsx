import { cn } from '../../lib/cn.ts';
import { getTypeIconUrl } from './type-icon-url.ts';

/** The small picture of a product type or place type; decoration beside its name. */
export function FoodIcon({ slug, className }: { slug: string; className?: string }) {
  return (
    <img
      src={getTypeIconUrl(slug)}
      alt=""
      width={96}
      height={96}
      loading="lazy"
      className={cn('shrink-0', className ?? 'size-6')}
    />
  );
}
