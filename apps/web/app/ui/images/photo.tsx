import { cn } from '@wopack/ui/cn.ts';
import { getMediaSrcset, getMediaUrl } from '../../lib/api/api.ts';
import { PhotoPlaceholder } from './photo-placeholder.tsx';

interface PhotoProps {
  /** As the API gives it; without one the placeholder shows. */
  photo?: { path: string; srcset: string } | null;
  /** Slug of the product's first type, for the placeholder. */
  typeSlug?: string;
  /** Empty when the name is shown beside it. */
  alt: string;
  sizes?: string;
  /** Above the fold: loads at once and with high priority. */
  isEager?: boolean;
  /** Pale: nothing is left of what it shows. */
  isSoldOut?: boolean;
  className?: string;
}

/** 16:9.6, the full width of its container; its height is known before it loads. */
export function Photo({
  photo,
  typeSlug,
  alt,
  sizes = '(min-width: 75rem) 380px, 100vw',
  isEager,
  isSoldOut,
  className,
}: PhotoProps) {
  const boxClass = cn('block aspect-[16/9.6] w-full', isSoldOut && 'opacity-55 saturate-25', className);
  if (!photo) return <PhotoPlaceholder typeSlug={typeSlug} className={boxClass} />;
  return (
    <img
      src={getMediaUrl(photo.path)}
      srcSet={getMediaSrcset(photo.srcset) || undefined}
      sizes={sizes}
      alt={alt}
      width={960}
      height={576}
      loading={isEager ? 'eager' : 'lazy'}
      fetchPriority={isEager ? 'high' : undefined}
      decoding="async"
      className={cn(boxClass, 'bg-quiet object-cover')}
    />
  );
}

interface AvatarProps {
  name: string;
  path: string | null;
  className?: string;
}

/** The photo, or the first letter of the name. */
export function Avatar({ name, path, className }: AvatarProps) {
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
