import { Suspense, useState } from 'react';
import { mediaUrl } from '../../lib/api.ts';
import { i18n } from '../../lib/i18n.ts';
import { lazyPart } from '../lazy-part.tsx';
import { Skeleton } from '../skeleton.tsx';
import type { DrawnPicture } from './drawn-map.tsx';

const DrawnMap = lazyPart(async () => {
  const [module] = await Promise.all([import('./drawn-map.tsx'), i18n.loadNamespaces('map')]);
  return module;
});

/** Source: docs/specification.md, Layout. */
const ZOOM = 18;
const SIZE = { width: 1200, height: 800 };

interface Props {
  latitude: number;
  longitude: number;
  alt: string;
}

/** A picture of a spot: from the service the server is configured with, else drawn here once from the base map. */
export function StaticMap({ latitude, longitude, alt }: Props) {
  const [ready, setReady] = useState(false);
  const [drawing, setDrawing] = useState(false);
  const [drawn, setDrawn] = useState<DrawnPicture | null>(null);
  const src = drawing ? drawn?.src : mediaUrl(`/static-map?latitude=${latitude}&longitude=${longitude}`);
  return (
    <>
      {ready ? null : <Skeleton className="absolute inset-0 rounded-none!" />}
      {src ? (
        <img
          {...SIZE}
          src={src}
          alt={alt}
          onLoad={() => setReady(true)}
          onError={() => setDrawing(true)}
          className={ready ? 'size-full object-cover' : 'invisible size-full'}
        />
      ) : null}
      {drawn?.attribution ? (
        <span className="absolute right-0 bottom-0 bg-surface/70 px-1.5 py-0.5 text-xs text-text">
          {drawn.attribution}
        </span>
      ) : null}
      {drawing && !drawn ? (
        <Suspense>
          <DrawnMap {...{ latitude, longitude }} zoom={ZOOM} {...SIZE} onDrawn={setDrawn} />
        </Suspense>
      ) : null}
    </>
  );
}
