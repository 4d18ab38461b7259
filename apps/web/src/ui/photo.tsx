import { Suspense } from 'react';
import { mediaSrcset, mediaUrl } from '../lib/api.ts';
import { cx } from '../lib/cx.ts';
import { lazyPart } from './lazy-part.tsx';

/** Packs on sale have a photo: its stand-in is not part of the first load. */
const StandIn = lazyPart(
  async () => ({ default: (await import('./stand-in.tsx')).StandIn }),
  ({ className }) => <div className={cx(className, 'bg-quiet')} />,
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
  eager?: boolean;
  className?: string;
}

/** A food picture, 16:9.6, the full width of its container; height is known before it arrives. */
export function Photo({
  photo,
  type,
  alt,
  sizes = '(min-width: 1200px) 380px, 100vw',
  eager,
  className,
}: Props) {
  const box = cx('block aspect-[16/9.6] w-full', className);
  if (!photo) {
    return (
      <Suspense fallback={<div className={cx(box, 'bg-quiet')} />}>
        <StandIn type={type} className={box} />
      </Suspense>
    );
  }
  return (
    <img
      src={mediaUrl(photo.path)}
      srcSet={mediaSrcset(photo.srcset) || undefined}
      sizes={sizes}
      alt={alt}
      width={960}
      height={576}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
      className={cx(box, 'bg-quiet object-cover')}
    />
  );
}
