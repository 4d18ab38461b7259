import { cn } from '@wopack/ui/cn.ts';
import { getMediaUrl } from '../../lib/api/api.ts';

interface Props {
  name: string;
  path: string | null;
  className?: string;
}

/** The photo, or the first letter of the name. */
export function Avatar({ name, path, className }: Props) {
  const boxClass = cn('shrink-0 rounded-full', className ?? 'size-10');
  if (path)
    return (
      <img src={getMediaUrl(path)} alt="" width={96} height={96} className={cn(boxClass, 'object-cover')} />
    );
  return (
    <span
      aria-hidden="true"
      className={cn(
        boxClass,
        'grid place-items-center bg-[image:var(--art-sweet)] font-display font-bold text-on-paper',
      )}
    >
      {name.trim().charAt(0).toUpperCase() || '·'}
    </span>
  );
}
