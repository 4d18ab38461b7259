import { Suspense } from 'react';
import { getMediaSrcset, getMediaUrl } from '../../lib/api/api.ts';
import { cn } from '../../lib/cn.ts';
import { lazyWithErrorBoundary } from '../feedback/lazy-with-error-boundary.tsx';

/** Packs on sale have a photo: its stand-in is not part of the first load. */
const PhotoPlaceholder = lazyWithErrorBoundary(
  async () => ({ default: (await import('./photo-placeholder.tsx')).PhotoPlaceholder }),
  ({ className }) => <div className={cn(className, 'bg-quiet')} />,
);

interface Props {
  /** As the API gives it; without one the stand-in shows. */
  photo?: { path: string; srcset: string } | null;
  /** Slug of the pack's first type, for the stand-in. */
  type?: string;
  /** Empty when the name stands right beside it. */
  alt: string;
  /** Shown width, as the `sizes` attribute. */
  sizes?: string;
  /** Above the fold: fetched at once and with priority. */
  isEager?: boolean;
  className?: string;
}

/** A food picture, 16:9.6, the full width of its container; height is known before it arrives. */
export function Photo({
  photo,
  type,
  alt,
  sizes = '(min-width: 1200px) 380px, 100vw',
  isEager,
  className,
}: Props) {
  const boxClass = cn('block aspect-[16/9.6] w-full', className);
  if (!photo) {
    return (
      <Suspense fallback={<div className={cn(boxClass, 'bg-quiet')} />}>
        <PhotoPlaceholder type={type} className={boxClass} />
      </Suspense>
    );
  }
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
