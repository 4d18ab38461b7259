import { lazyWithErrorBoundary } from '@wopack/ui/feedback/lazy-with-error-boundary.tsx';
import { Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { Suspense, useState } from 'react';
import { getMediaUrl } from '../../lib/api/api.ts';
import { i18n } from '../../lib/i18n/i18n.ts';
import type { MapImage } from './map-image-renderer.tsx';
import { NoStreetsNote } from './map-overlays.tsx';

const MapImageRenderer = lazyWithErrorBoundary(async () => {
  const [module] = await Promise.all([import('./map-image-renderer.tsx'), i18n.loadNamespaces('map')]);
  return module;
});

/** Source: docs/specification.md, Layout. */
const ZOOM = 18;
const IMAGE_SIZE = { width: 1200, height: 800 };

interface Props {
  latitude: number;
  longitude: number;
  alt: string;
}

/** An image of a position: from the configured service, else rendered here once from the base map. */
export function StaticMap({ latitude, longitude, alt }: Props) {
  const [isLoaded, setIsLoaded] = useState(false);
  const [isRendering, setIsRendering] = useState(false);
  const [mapImage, setMapImage] = useState<MapImage | null>(null);
  const src = isRendering
    ? mapImage?.src
    : getMediaUrl(`/static-map?latitude=${latitude}&longitude=${longitude}`);
  return (
    <>
      {isLoaded ? null : <Skeleton className="absolute inset-0 rounded-none!" />}
      {src ? (
        <img
          {...IMAGE_SIZE}
          src={src}
          alt={alt}
          onLoad={() => setIsLoaded(true)}
          onError={() => setIsRendering(true)}
          className={isLoaded ? 'size-full object-cover' : 'invisible size-full'}
        />
      ) : null}
      {mapImage?.attribution ? (
        <span className="absolute right-0 bottom-0 bg-surface/70 px-1.5 py-0.5 text-xs text-text">
          {mapImage.attribution}
        </span>
      ) : null}
      {mapImage?.hasNoStreets ? (
        <NoStreetsNote className="inset-(--map-note-inset,auto_auto_32px_12px)" />
      ) : null}
      {isRendering && !mapImage ? (
        <Suspense>
          <MapImageRenderer
            {...{ latitude, longitude }}
            zoom={ZOOM}
            {...IMAGE_SIZE}
            onRendered={setMapImage}
          />
        </Suspense>
      ) : null}
    </>
  );
}
