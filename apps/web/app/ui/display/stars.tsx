import { IconStarFilled } from '@tabler/icons-react';
import { cn } from '../../lib/cn.ts';

/** One to five stars; `label` for screen readers. */
export const Stars = ({ stars, label, className }: { stars: number; label: string; className?: string }) => (
  <span className={cn('inline-flex items-center gap-0.5', className)}>
    <span className="sr-only">{label}</span>
    {[1, 2, 3, 4, 5].map((star) => (
      <IconStarFilled
        key={star}
        aria-hidden="true"
        className={cn('size-4', star <= stars ? 'text-star' : 'text-line-strong/50')}
      />
    ))}
  </span>
);
